package io.wattune.core.ledger.integral;

import io.wattune.core.estimate.Stretch;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.RingWalk;
import io.wattune.core.ring.SampleRing;
import java.util.Arrays;

/**
 * Collects the samples in and about an interval from a ring, as far as they follow each other
 * without a gap. Times count from the interval's start, the sensor's delay undone.
 */
public final class NearSamples {
  private final long originNanos;
  private final double startSeconds;
  private final double endSeconds;
  private final double wattsPerUnit;
  private double[] seconds = new double[32];
  private double[] watts = new double[32];
  private int count;
  private boolean isOver;
  private boolean isBroken;

  private NearSamples(long originNanos, double lengthSeconds, double wattsPerUnit) {
    this.originNanos = originNanos;
    this.startSeconds = 0;
    this.endSeconds = lengthSeconds;
    this.wattsPerUnit = wattsPerUnit;
  }

  /**
   * Looks.
   *
   * @param originNanos time of the interval's start on the sensor's clock
   * @param beforeNanos how far before it samples are wanted
   * @param lengthNanos the interval's length
   * @param afterNanos how far behind its end samples are wanted
   */
  public static NearSamples of(
      SampleRing ring,
      double wattsPerUnit,
      long originNanos,
      long beforeNanos,
      long lengthNanos,
      long afterNanos) {
    var near = new NearSamples(originNanos, lengthNanos * 1e-9, wattsPerUnit);
    new RingWalk(ring)
        .between(originNanos - beforeNanos, originNanos + lengthNanos + afterNanos, near::accept);
    return near;
  }

  private void accept(long timeNanos, int value, Spacing spacing) {
    double at = (timeNanos - originNanos) * 1e-9;
    if (count > 0 && spacing != Spacing.SEEN && !isOver) {
      double before = seconds[count - 1];
      if (before >= endSeconds) {
        isOver = true;
      } else if (at <= startSeconds) {
        count = 0;
      } else {
        isBroken = true;
      }
    }
    if (isOver) {
      return;
    }
    if (count == seconds.length) {
      seconds = Arrays.copyOf(seconds, 2 * count);
      watts = Arrays.copyOf(watts, 2 * count);
    }
    seconds[count] = at;
    watts[count] = value * wattsPerUnit;
    count++;
  }

  /** Whether there is a gap in the interval, or no sample on either side of it. */
  public boolean isUnfit() {
    return isBroken || count == 0 || seconds[0] > startSeconds || seconds[count - 1] < endSeconds;
  }

  /** Samples within the interval. */
  public int inside() {
    int inside = 0;
    for (int i = 0; i < count; i++) {
      inside += seconds[i] > startSeconds && seconds[i] <= endSeconds ? 1 : 0;
    }
    return inside;
  }

  /**
   * The samples from {@code beforeSeconds} before the interval to {@code afterSeconds} behind it.
   *
   * @param noiseVariance variance of a sample
   * @param timeSeconds standard deviation of a sample's time, which counts with the slope
   * @param boundaries ascending
   */
  public Stretch stretch(
      double beforeSeconds,
      double afterSeconds,
      double noiseVariance,
      double timeSeconds,
      double[] boundaries) {
    int first = 0;
    while (seconds[first] < -beforeSeconds) {
      first++;
    }
    int end = count;
    while (end > first && seconds[end - 1] > endSeconds + afterSeconds) {
      end--;
    }
    double[] variances = new double[end - first];
    for (int i = first; i < end; i++) {
      double slope = Math.max(slope(i), slope(i + 1)) * timeSeconds;
      variances[i - first] = noiseVariance + slope * slope;
    }
    return Stretch.of(
        Arrays.copyOfRange(seconds, first, end),
        Arrays.copyOfRange(watts, first, end),
        variances,
        boundaries,
        new double[] {startSeconds, endSeconds});
  }

  private double slope(int i) {
    return i <= 0 || i >= count
        ? 0
        : Math.abs(watts[i] - watts[i - 1]) / (seconds[i] - seconds[i - 1]);
  }
}
