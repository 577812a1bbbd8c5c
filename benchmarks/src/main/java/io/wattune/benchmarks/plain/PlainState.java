package io.wattune.benchmarks.plain;

import io.wattune.core.power.PowerState;

/** What {@link PlainCorrection} remembers of one device. Plain fields, for Flink's serializer. */
public final class PlainState {
  /** Value of the newest poll. */
  public int lastValue = Integer.MIN_VALUE;

  /** The two newest samples. */
  public PowerState power = new PowerState();

  /** Time of the newest true power; {@link Long#MIN_VALUE} before the first. */
  public long newestNanos = Long.MIN_VALUE;

  public double newestWatts;

  /** Integrals of true power and of the readings since the first sample, in joules. */
  public double joules;

  public double rawJoules;
  public double newestRawWatts;

  /** Start of the window of each book that is being filled, and the integrals there. */
  public long[] startNanos = new long[PlainWindows.BOOKS.size()];

  public double[] startJoules = new double[PlainWindows.BOOKS.size()];
  public double[] startRawJoules = new double[PlainWindows.BOOKS.size()];

  public PlainState() {}
}
