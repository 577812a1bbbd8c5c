package io.wattune.core.meter;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * What an external power meter saw: ground truth.
 *
 * <p>Energy is the integral of the straight lines between the readings (trapezoid rule); between
 * two readings power is interpolated. Units: time epoch ns, power W, energy J. Columns are oldest
 * first. A running integral is kept, so that the energy between any two times costs two binary
 * searches. Immutable as long as nobody writes to the columns.
 */
public final class MeterTrace {
  private static final double SECONDS_PER_NANO = 1e-9;

  private final long[] timesNanos;
  private final double[] watts;

  /** {@code joulesBefore[i]} is the energy from the first reading to reading {@code i}. */
  private final double[] joulesBefore;

  /**
   * Takes the columns over without copying them.
   *
   * @param timesNanos epoch nanoseconds, at least two, strictly increasing
   * @param watts power at these times, finite
   */
  public MeterTrace(long[] timesNanos, double[] watts) {
    if (timesNanos.length != watts.length || timesNanos.length < 2) {
      throw new IllegalArgumentException(
          ("a meter trace needs at least two readings, each with a time, had %s times and "
                  + "%s readings")
              .formatted(timesNanos.length, watts.length));
    }
    this.timesNanos = timesNanos;
    this.watts = watts;
    this.joulesBefore = new double[watts.length];
    if (!Double.isFinite(watts[0])) {
      throw new IllegalArgumentException("watts[0] must be finite, was " + watts[0]);
    }
    for (int i = 1; i < watts.length; i++) {
      if (timesNanos[i] <= timesNanos[i - 1] || !Double.isFinite(watts[i])) {
        throw new IllegalArgumentException(
            "times must increase and watts must be finite; reading %s has time %s after %s and %s W"
                .formatted(i, timesNanos[i], timesNanos[i - 1], watts[i]));
      }
      joulesBefore[i] =
          joulesBefore[i - 1]
              + 0.5
                  * (watts[i - 1] + watts[i])
                  * ((timesNanos[i] - timesNanos[i - 1]) * SECONDS_PER_NANO);
    }
  }

  /** The same readings at other times, which must increase as well. */
  public MeterTrace mapped(LongUnaryOperator toNanos) {
    return new MeterTrace(Arrays.stream(timesNanos).map(toNanos).toArray(), watts);
  }

  /** Time of a reading. */
  long timeNanos(int reading) {
    return timesNanos[reading];
  }

  /** Power of a reading. */
  double watts(int reading) {
    return watts[reading];
  }

  /** Number of readings. */
  public int readings() {
    return watts.length;
  }

  /** Time of the first reading. */
  public long startNanos() {
    return timesNanos[0];
  }

  /** Time of the last reading. */
  public long endNanos() {
    return timesNanos[timesNanos.length - 1];
  }

  /** Whether the meter recorded from before the first to after the second time. */
  public boolean covers(long fromNanos, long toNanos) {
    return startNanos() <= fromNanos && toNanos <= endNanos();
  }

  /** Power at a time that the trace covers, interpolated. */
  public double wattsAt(long timeNanos) {
    requireCovered(timeNanos, timeNanos);
    int i = lastAtOrBefore(timeNanos);
    return i == watts.length - 1 ? watts[i] : interpolate(i, timeNanos);
  }

  /** Energy between two times that the trace covers. */
  public double energyJoules(long fromNanos, long toNanos) {
    if (toNanos < fromNanos) {
      throw new IllegalArgumentException(
          "toNanos must not be before fromNanos, was " + (fromNanos - toNanos) + " ns earlier");
    }
    requireCovered(fromNanos, toNanos);
    return joulesUpTo(toNanos) - joulesUpTo(fromNanos);
  }

  /** Mean power between two different times that the trace covers. */
  public double meanWatts(long fromNanos, long toNanos) {
    if (toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "toNanos must be after fromNanos, was " + (fromNanos - toNanos) + " ns earlier");
    }
    return energyJoules(fromNanos, toNanos) / ((toNanos - fromNanos) * SECONDS_PER_NANO);
  }

  private double joulesUpTo(long timeNanos) {
    int i = lastAtOrBefore(timeNanos);
    if (i == watts.length - 1) {
      return joulesBefore[i];
    }
    double seconds = (timeNanos - timesNanos[i]) * SECONDS_PER_NANO;
    return joulesBefore[i] + 0.5 * (watts[i] + interpolate(i, timeNanos)) * seconds;
  }

  private double interpolate(int i, long timeNanos) {
    double share =
        (double) (timeNanos - timesNanos[i]) / (double) (timesNanos[i + 1] - timesNanos[i]);
    return watts[i] + share * (watts[i + 1] - watts[i]);
  }

  /** Meters read at a steady rate: the place is guessed from that, and found near it. */
  private int lastAtOrBefore(long timeNanos) {
    int last = timesNanos.length - 1;
    double share =
        (double) (timeNanos - timesNanos[0]) / (double) (timesNanos[last] - timesNanos[0]);
    int low = Math.max(0, Math.min(last, (int) (share * last)));
    int high = low;
    for (int step = 1; timesNanos[low] > timeNanos; step *= 2) {
      high = low;
      low = Math.max(0, low - step);
    }
    for (int step = 1; high <= last && timesNanos[high] <= timeNanos; step *= 2) {
      low = high;
      high = high == last ? last + 1 : Math.min(last, high + step);
    }
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (timesNanos[middle] <= timeNanos) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void requireCovered(long fromNanos, long toNanos) {
    if (!covers(fromNanos, toNanos)) {
      throw new IllegalArgumentException(
          "the meter recorded from %s to %s ns, asked was %s to %s ns"
              .formatted(startNanos(), endNanos(), fromNanos, toNanos));
    }
  }
}
