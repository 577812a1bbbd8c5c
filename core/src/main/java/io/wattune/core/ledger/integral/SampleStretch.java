package io.wattune.core.ledger.integral;

import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.RingWalk;
import io.wattune.core.ring.SampleRing;
import java.util.Arrays;

/**
 * The samples about one time that were seen without a gap, with their integral. Times are seconds
 * since that time, readings are straight lines in between. Reused from one time to the next.
 */
public final class SampleStretch {
  private final SampleRing ring;
  private final double wattsPerUnit;

  private long originNanos;
  private boolean ended;
  private double[] seconds = new double[0];
  private double[] watts = new double[0];

  /** Integral from the first sample to each. */
  private double[] joules = new double[0];

  private int count;

  public SampleStretch(SampleRing ring, double wattsPerUnit) {
    this.ring = ring;
    this.wattsPerUnit = wattsPerUnit;
  }

  /** Takes the samples about a time: at least one. */
  public void about(long timeNanos, long beforeNanos, long afterNanos) {
    originNanos = timeNanos;
    count = 0;
    ended = false;
    new RingWalk(ring).about(timeNanos - beforeNanos, timeNanos + afterNanos, this::add);
  }

  public int count() {
    return count;
  }

  public double seconds(int i) {
    return seconds[i];
  }

  public double watts(int i) {
    return watts[i];
  }

  public double firstSeconds() {
    return seconds[0];
  }

  double lastSeconds() {
    return seconds[count - 1];
  }

  /** Mean time between two samples; 0 of a single one. */
  double spacingSeconds() {
    return count > 1 ? (lastSeconds() - firstSeconds()) / (count - 1) : 0;
  }

  /** The newest sample at or before a time; the first one before it. */
  int indexAt(double at) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (seconds[middle] <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Reading at a time behind sample {@code i} and not behind the next. */
  double wattsAt(int i, double at) {
    return i + 1 == count ? watts[i] : watts[i] + (watts[i + 1] - watts[i]) * share(i, at);
  }

  /**
   * Reading at a time behind sample {@code i} and not behind the next, for a sensor that averages:
   * where power steps, its readings have a corner, so lines are drawn on from both sides until they
   * meet; a straight line is taken where they do not.
   */
  double corneredWattsAt(int i, double at) {
    if (i == 0 || i + 2 >= count) {
      return wattsAt(i, at);
    }
    double before = slope(i - 1);
    double middle = slope(i);
    double after = slope(i + 1);
    if (!((middle - before) * (after - middle) > 0)) {
      return wattsAt(i, at);
    }
    double fromLeft = watts[i] + before * (at - seconds[i]);
    double fromRight = watts[i + 1] - after * (seconds[i + 1] - at);
    return after > before ? Math.max(fromLeft, fromRight) : Math.min(fromLeft, fromRight);
  }

  private double slope(int i) {
    return (watts[i + 1] - watts[i]) / (seconds[i + 1] - seconds[i]);
  }

  /** Integral from the first sample to a time behind sample {@code i} and not behind the next. */
  double joulesAt(int i, double at) {
    if (i + 1 == count) {
      return joules[i];
    }
    double mean = watts[i] + 0.5 * share(i, at) * (watts[i + 1] - watts[i]);
    return joules[i] + (at - seconds[i]) * mean;
  }

  private double share(int i, double at) {
    return (at - seconds[i]) / (seconds[i + 1] - seconds[i]);
  }

  /** Only what was seen without a gap about the time belongs together. */
  private void add(long timeNanos, int value, Spacing spacing) {
    if (ended) {
      return;
    }
    if (spacing != Spacing.SEEN && count > 0) {
      if (timeNanos > originNanos) {
        ended = true;
        return;
      }
      count = 0;
    }
    if (count == seconds.length) {
      seconds = Arrays.copyOf(seconds, Math.max(64, 2 * count));
      watts = Arrays.copyOf(watts, seconds.length);
      joules = Arrays.copyOf(joules, seconds.length);
    }
    int i = count++;
    seconds[i] = (timeNanos - originNanos) * 1e-9;
    watts[i] = value * wattsPerUnit;
    joules[i] = i == 0 ? 0 : joulesAt(i - 1, seconds[i]);
  }
}
