package io.wattune.core.power;

/**
 * Mean powers of the newest intervals between the samples of a sensor that averages over more than
 * one of them. Mutable, plain fields: the host keeps it; only {@link BlockDifferences} writes it.
 * Empty for all other sensors.
 */
public final class WindowState {
  /** Ends of the intervals, a ring. */
  public long[] endNanos = new long[0];

  /** Mean power in each, in watts of the sensor. */
  public double[] watts = new double[0];

  /** Its variance. */
  public double[] variance = new double[0];

  /** Change of the reading over each, in watts. */
  public double[] changeWatts = new double[0];

  /** Reading at the end of each, in watts. */
  public double[] readWatts = new double[0];

  /** Intervals ever put in since the readings were last unknown. */
  public long intervals;
}
