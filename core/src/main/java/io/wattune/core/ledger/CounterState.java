package io.wattune.core.ledger;

import io.wattune.core.reading.EnergyUnit;

/**
 * What {@code CounterBook} remembers of one device's energy counter. Mutable, plain fields: the
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

  /** Power by its newest rise. */
  public double watts;

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

  /** Power by the counter there. */
  public float[] secondWatts = new float[0];

  /** How much that differs from its power an update before. */
  public float[] secondChangeWatts = new float[0];

  /** Stretch of each; -1 where the counter says nothing. */
  public int[] secondStretch = new int[0];

  /** What was put on top of the integral up to each second kept, in uJ: as far as it was judged. */
  public long[] secondCorrections = new long[0];

  /** Seconds before each that have the counter's energy. */
  public int[] secondsByCounter = new int[0];

  /** The newest second up to which it is decided, by its place among those kept. */
  public int judged;

  /** The correction up to there, in uJ. */
  public long correctionMicrojoules;

  /** Seconds up to there that have the counter's energy. */
  public int byCounter;

  /** Seconds whose energy is known well by both books, and in which they agreed, and did not. */
  public int agreed;

  public int disagreed;

  /** Energy of those in which they agreed, in joules: by the counter. */
  public double agreedCounterJoules;

  /** By the integral, as true power. */
  public double agreedTrueJoules;

  /** By the integral, as the sensor shows it. */
  public double agreedShownJoules;

  public long wraps;
  public long freezes;

  /** Times it went back, to 0 or not. */
  public long stepsBack;
}
