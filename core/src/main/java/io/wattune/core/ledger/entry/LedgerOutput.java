package io.wattune.core.ledger.entry;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.SensorProfile;

/** Receives what a {@code DeviceLedger} puts out. */
public interface LedgerOutput {

  void entry(LedgerEntry entry);

  default void power(TruePower power) {}

  /**
   * Smoothed power: all of one slice ({@link io.wattune.core.power.SmoothedPower#sliceAt}) that the
   * block's samples lie in; of a slice the newest revision holds. Only where that is asked for. The
   * last block of a trace is empty, and has its summary.
   */
  default void smoothed(TruePower power) {}

  /** A profile was learned. */
  default void profile(SensorProfile profile) {}

  /**
   * The device's newest steps do not fit the constant of its profile any more. A learned profile
   * follows them; a given one is held to until it is replaced.
   */
  default void drifted(SensorProfile profile) {}

  /** An activity was refused; the sentence says why and what to do. */
  void refused(Activity activity, String detail);

  /** A book and its remainder were not the device's energy up to a time: a fault of the ledger. */
  void outOfBalance(Book book, long atNanos, long microjoulesTooMany);
}
