package io.wattune.testbed;

import java.util.ArrayList;
import java.util.List;

/**
 * The true power of a simulated card: piecewise linear, with jumps. Its integral is known in closed
 * form, which makes it the truth that corrected energies are held against.
 *
 * <p>Segment {@code k} is {@code P(t) = a + b (t - start)} from its start to the start of the next;
 * the last one never ends. Before the first segment its start level holds. Units: power W, time
 * epoch ns, energy J. Immutable.
 */
public final class TruePowerCurve {
  private final long[] startNanos;
  private final double[] startWatts;
  private final double[] slopeWattsPerSecond;

  /** Energy from the start of the curve to the start of each segment. */
  private final double[] energyJoules;

  private TruePowerCurve(List<Segment> segments) {
    int n = segments.size();
    startNanos = new long[n];
    startWatts = new double[n];
    slopeWattsPerSecond = new double[n];
    energyJoules = new double[n];
    for (int k = 0; k < n; k++) {
      startNanos[k] = segments.get(k).startNanos();
      startWatts[k] = segments.get(k).startWatts();
      slopeWattsPerSecond[k] = segments.get(k).slopeWattsPerSecond();
      energyJoules[k] = k == 0 ? 0 : energyFromStartJoules(k - 1, startNanos[k]);
    }
  }

  /** A curve that begins with a level and holds it until something else is added. */
  public static Builder startingAt(long startNanos, double watts) {
    return new Builder(startNanos, watts);
  }

  /** Power at a time; at a jump, the power after it. */
  public double powerWatts(long timeNanos) {
    int k = segmentAt(timeNanos);
    return startWatts[k] + slope(k, timeNanos) * seconds(k, timeNanos);
  }

  /** Exact energy between two times, {@code fromNanos <= toNanos}. */
  public double energyJoules(long fromNanos, long toNanos) {
    if (fromNanos > toNanos) {
      throw new IllegalArgumentException(
          "fromNanos must not be after toNanos, was " + (fromNanos - toNanos) + " ns after it");
    }
    return energyFromStartJoules(segmentAt(toNanos), toNanos)
        - energyFromStartJoules(segmentAt(fromNanos), fromNanos);
  }

  int segments() {
    return startNanos.length;
  }

  long startNanos(int segment) {
    return startNanos[segment];
  }

  double startWatts(int segment) {
    return startWatts[segment];
  }

  double slopeWattsPerSecond(int segment) {
    return slopeWattsPerSecond[segment];
  }

  /** The segment that holds at a time; the first one before the curve starts. */
  int segmentAt(long timeNanos) {
    int low = 0;
    int high = startNanos.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (startNanos[middle] <= timeNanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private double energyFromStartJoules(int k, long timeNanos) {
    double seconds = seconds(k, timeNanos);
    return energyJoules[k]
        + startWatts[k] * seconds
        + 0.5 * slope(k, timeNanos) * seconds * seconds;
  }

  private double slope(int k, long timeNanos) {
    return timeNanos < startNanos[k] ? 0 : slopeWattsPerSecond[k];
  }

  private double seconds(int k, long timeNanos) {
    return (timeNanos - startNanos[k]) * 1e-9;
  }

  private record Segment(long startNanos, double startWatts, double slopeWattsPerSecond) {}

  /** Adds segments in the order of time. */
  public static final class Builder {
    private final List<Segment> segments = new ArrayList<>();
    private long lastNanos;

    private Builder(long startNanos, double watts) {
      add(startNanos, watts, 0);
    }

    /** From this time on the power is {@code watts}. */
    public Builder level(long startNanos, double watts) {
      add(startNanos, watts, 0);
      return this;
    }

    /** Power goes in a straight line from one level to another, and stays there. */
    public Builder ramp(long startNanos, double fromWatts, long endNanos, double toWatts) {
      if (endNanos <= startNanos) {
        throw new IllegalArgumentException(
            "a ramp must end after its start, lasts " + (endNanos - startNanos) + " ns");
      }
      add(startNanos, fromWatts, (toWatts - fromWatts) / ((endNanos - startNanos) * 1e-9));
      add(endNanos, toWatts, 0);
      return this;
    }

    /** The curve so far. */
    public TruePowerCurve build() {
      return new TruePowerCurve(segments);
    }

    private void add(long startNanos, double watts, double slopeWattsPerSecond) {
      if (!segments.isEmpty() && startNanos <= lastNanos) {
        throw new IllegalArgumentException(
            "segments must be added in the order of time: this one starts "
                + (lastNanos - startNanos)
                + " ns before the one added last, or with it");
      }
      if (!(watts >= 0 && watts < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("watts must be finite and not negative, was " + watts);
      }
      segments.add(new Segment(startNanos, watts, slopeWattsPerSecond));
      lastNanos = startNanos;
    }
  }
}
