package io.wattune.core.power;

import java.util.Arrays;

/**
 * Samples of one device that follow each other without a gap, in columns that grow. Reused; not
 * thread-safe.
 */
public final class SampleRun {
  private static final double SQRT_12 = Math.sqrt(12);

  private long[] timesNanos = new long[256];
  private double[] watts = new double[256];
  private double[] placedSeconds = new double[256];
  private int count;

  /**
   * Adds a sample, later than all before.
   *
   * @param timeNanos its time on the sensor's clock
   * @param value what the sensor showed, in watts
   * @param bracketNanos length of the time that it was shown first in
   */
  public void add(long timeNanos, double value, long bracketNanos) {
    if (count == timesNanos.length) {
      timesNanos = Arrays.copyOf(timesNanos, 2 * count);
      watts = Arrays.copyOf(watts, 2 * count);
      placedSeconds = Arrays.copyOf(placedSeconds, 2 * count);
    }
    timesNanos[count] = timeNanos;
    watts[count] = value;
    placedSeconds[count] = bracketNanos * 1e-9 / SQRT_12;
    count++;
  }

  /** Forgets all samples. */
  public void clear() {
    count = 0;
  }

  /** Number of samples. */
  public int count() {
    return count;
  }

  long timeNanos(int i) {
    return timesNanos[i];
  }

  double watts(int i) {
    return watts[i];
  }

  double[] watts() {
    return Arrays.copyOf(watts, count);
  }

  /** Seconds from a time to each sample. */
  double[] secondsSince(long originNanos) {
    double[] seconds = new double[count];
    for (int i = 0; i < count; i++) {
      seconds[i] = (timesNanos[i] - originNanos) * 1e-9;
    }
    return seconds;
  }

  /**
   * Variance of each sample: its noise, and what power it would show a moment earlier or later, as
   * far as it is not known when it was taken.
   */
  double[] variances(double noiseWatts, double periodSeconds) {
    double[] variances = new double[count];
    for (int i = 0; i < count; i++) {
      double placed = Math.min(placedSeconds[i], periodSeconds / SQRT_12) * slope(i);
      variances[i] = noiseWatts * noiseWatts + placed * placed;
    }
    return variances;
  }

  /** The larger slope of the readings to a sample's neighbours, in W/s. */
  double slope(int i) {
    return Math.max(slopeTo(i), slopeTo(i + 1));
  }

  private double slopeTo(int i) {
    return i <= 0 || i >= count
        ? 0
        : Math.abs(watts[i] - watts[i - 1]) / ((timesNanos[i] - timesNanos[i - 1]) * 1e-9);
  }
}
