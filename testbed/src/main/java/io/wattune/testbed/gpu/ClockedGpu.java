package io.wattune.testbed.gpu;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import java.util.function.Consumer;

/** A simulated GPU on a virtual clock that somebody else advances: its face for a reader. */
public interface ClockedGpu {
  /** Device id. */
  String device();

  /** Who makes it, in small letters. */
  String vendor();

  /** The vendor's name of it. */
  String product();

  /** What it really took and did; for any thread. */
  GpuTruth truth();

  /** Lets time pass, and reads the power sensor: milliwatts. */
  int read(long nanos);

  /** Whether it counts its energy itself. */
  boolean hasEnergyCounter();

  /** What its energy counter says: whole millijoules up to the last advance. */
  long millijoules();

  /** When the driver answers a poll that is asked now or later. */
  long answerNanos(long askedNanos);

  /**
   * Hands out what has happened since the last call, up to the last advance, in the order in which
   * it happened.
   *
   * @param activities receives activities that have started, and then have no end yet, or ended
   * @param counters receives the counters of invocations that have ended
   */
  void drain(Consumer<Activity> activities, Consumer<CounterReading> counters);
}
