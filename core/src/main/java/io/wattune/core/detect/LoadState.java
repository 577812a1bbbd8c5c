package io.wattune.core.detect;

/**
 * What {@link LoadDetector} remembers of one device. Mutable, plain fields: the host keeps it; only
 * the detector writes it.
 */
public final class LoadState {
  /** Samples taken. */
  public long samples;

  /** Times of the newest samples, oldest first, as many as are {@link #kept}. */
  public long[] timesNanos = new long[LoadDetector.KEPT];

  /** Their power. */
  public double[] watts = new double[LoadDetector.KEPT];

  /** How many there are. */
  public int kept;

  /** Median of the difference between neighbours. */
  public double differenceWatts;

  /** Whether a load runs. */
  public boolean runs;

  /** Its rise. */
  public long startNanos;

  /** The rise's standard error. */
  public double startErrorSeconds;

  /** Mean power without work, newest samples; with work, that of before the rise. */
  public double restWatts;

  /** Samples in it. */
  public int restSamples;

  /** Mean power of the load, newest samples. */
  public double loadWatts;

  /** Samples in it. */
  public int loadSamples;

  /** Newest samples in a row that lie beyond the threshold: above it, or below with work. */
  public int beyond;

  /** Newest samples in a row that lie below rest. */
  public int below;

  /** Whether the rest that is held follows a load, and has not been remembered as active idle. */
  public boolean followsLoad;

  /** The newest levels of active idle, oldest first. */
  public double[] idleWatts = new double[0];

  /** The newest heights of loads above rest, oldest first. */
  public double[] heightsWatts = new double[0];

  public LoadState() {}
}
