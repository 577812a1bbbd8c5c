package io.wattune.core.ledger;

import io.wattune.core.reading.EnergyUnit;

/**
 * What {@link CounterBook} remembers of one device's energy counter. Mutable, plain fields: the
 * host keeps it; only the ledger writes it.
 */
public final class CounterState {
  /** The energy signal; empty until one came. */
  public String signal = "";

  public EnergyUnit unit = EnergyUnit.MILLIJOULES;

  /** The newest reading, in the counter's steps. */
  public long value;

  /** When it was polled. */
  public long pollNanos = SharingState.NEVER;

  /** When the counter was first seen at its present value. */
  public long changedNanos;

  /** Microjoules counted since the first reading, wraps undone. */
  public long microjoules;

  /** Number of the stretch in which the counter counts on without a break. */
  public int stretch;

  /** The counter stands still though the device takes power. */
  public boolean frozen;

  /** Time over which changes were seen, and how many: their quotient is the update period. */
  public long changingNanos;

  public long changes;

  /** Microjoules after which the counter begins again; 0 while no wrap was seen. */
  public long rangeMicrojoules;

  /** Start of the first second that is kept. */
  public long firstSecondNanos;

  /** Seconds kept. */
  public int seconds;

  /** Microjoules at the start of each second kept. */
  public long[] secondMicrojoules = new long[0];

  /** Over what time the counter's energy there is not known, in microseconds. */
  public int[] secondSpreadMicros = new int[0];

  /** Stretch of each; -1 where the counter says nothing. */
  public int[] secondStretch = new int[0];

  public long wraps;
  public long freezes;

  /** Times it went back, to 0 or not. */
  public long stepsBack;

  public CounterState() {}
}
