package io.wattune.core.meter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Compares a meter's clock with that of the activities: power rises when an activity starts. Ends
 * are not used: work thins out.
 *
 * <p>First roughly ({@link CoarseClock}), then each start by itself: the split in two levels,
 * within {@value #WINDOW_SECONDS} s of it or half-way to the next edge, that leaves the least sum
 * of squares. Offset and drift are medians over pairs of starts (Theil 1950; Sen 1968), so that a
 * few starts that show badly do no harm. A drift needs {@value #LEAST_EDGES} starts over {@value
 * #LEAST_SPAN_SECONDS} s.
 *
 * <p>Test: {@code ClockFitterTest}.
 */
public final class ClockFitter {
  private static final double WINDOW_SECONDS = 0.025;
  private static final int SPLITS = 250;
  private static final int LEAST_EDGES = 8;
  private static final double LEAST_SPAN_SECONDS = 2;

  /** Pairs grow as the square of the edges. */
  private static final int MOST_EDGES = 500;

  /** A start must stand out of what the meter shows on its two sides by this much. */
  private static final double LEAST_CONTRAST = 3;

  /** A kernel that is launched draws power some tens of microseconds to a millisecond later. */
  private static final double LAUNCH_ERROR_SECONDS = 0.0005;

  /** Error taken where nothing could be compared: that of clocks kept by NTP on one network. */
  private static final double UNKNOWN_ERROR_SECONDS = 0.005;

  /** Standard deviation per median absolute deviation. */
  private static final double SIGMA_PER_MAD = 1.4826;

  private ClockFitter() {}

  /** Compares; without usable starts the clocks are taken to agree. */
  public static MeterClock fit(MeterTrace meter, List<Interval> activities) {
    List<Interval> sorted =
        activities.stream().sorted(Comparator.comparingLong(Interval::startNanos)).toList();
    if (sorted.isEmpty()) {
      return MeterClock.unknown(UNKNOWN_ERROR_SECONDS);
    }
    List<double[]> starts = new ArrayList<>();
    long reference = sorted.get(sorted.size() / 2).startNanos();
    CoarseClock coarse = CoarseClock.of(meter, sorted, reference);
    long[] edges = edges(sorted);
    for (int i = 0; i < sorted.size() && starts.size() < MOST_EDGES; i++) {
      long start = sorted.get(i).startNanos();
      long rough = coarse.nanosAt(start, reference);
      double late = splitSeconds(meter, start + rough, window(edges, start));
      if (!Double.isNaN(late)) {
        starts.add(new double[] {(start - reference) * 1e-9, rough * 1e-9 + late});
      }
    }
    return starts.isEmpty() ? MeterClock.unknown(UNKNOWN_ERROR_SECONDS) : line(reference, starts);
  }

  private static long[] edges(List<Interval> activities) {
    return activities.stream()
        .flatMapToLong(a -> LongStream.of(a.startNanos(), a.endNanos()))
        .sorted()
        .distinct()
        .toArray();
  }

  private static double window(long[] edges, long start) {
    int i = Arrays.binarySearch(edges, start);
    double window = WINDOW_SECONDS;
    if (i > 0) {
      window = Math.min(window, 0.5e-9 * (start - edges[i - 1]));
    }
    if (i < edges.length - 1) {
      window = Math.min(window, 0.5e-9 * (edges[i + 1] - start));
    }
    return window;
  }

  /** How late after a time power rises; NaN where it does not show. */
  private static double splitSeconds(MeterTrace meter, long around, double windowSeconds) {
    long window = Math.round(windowSeconds * 1e9);
    if (window < 2 * SPLITS || !meter.covers(around - 2 * window, around + 2 * window)) {
      return Double.NaN;
    }
    double best = Double.NaN;
    double least = Double.NEGATIVE_INFINITY;
    double rise = 0;
    for (int i = 0; i <= SPLITS; i++) {
      long at = around - window + 2 * window * i / SPLITS;
      double before = meter.meanWatts(around - window - window / 8, at);
      double after = meter.meanWatts(at, around + window + window / 8);
      double share = (at - around + window * 1.125) / (2.25 * window);
      double between = share * (1 - share) * (after - before) * (after - before);
      if (after > before && between > least) {
        least = between;
        best = (at - around) * 1e-9;
        rise = after - before;
      }
    }
    boolean atTheEnd = Math.abs(best) > 0.95 * windowSeconds;
    return atTheEnd || rise < LEAST_CONTRAST * scatter(meter, around, window, best)
        ? Double.NaN
        : best;
  }

  /** Mean distance of the meter from the levels on both sides of a split, in watts. */
  private static double scatter(MeterTrace meter, long around, long window, double split) {
    long at = around + Math.round(split * 1e9);
    double before = meter.meanWatts(around - window - window / 8, at);
    double after = meter.meanWatts(at, around + window + window / 8);
    double sum = 0;
    for (int i = 0; i < SPLITS; i++) {
      long from = around - window + 2 * window * i / SPLITS;
      long to = around - window + 2 * window * (i + 1) / SPLITS;
      double level = (from + to) / 2 < at ? before : after;
      sum += Math.abs(meter.meanWatts(from, to) - level) / SPLITS;
    }
    return sum;
  }

  private static MeterClock line(long reference, List<double[]> starts) {
    int n = starts.size();
    double[] late = starts.stream().mapToDouble(start -> start[1]).toArray();
    double span = starts.get(n - 1)[0] - starts.get(0)[0];
    double drift = 0;
    double driftError = 0;
    if (n >= LEAST_EDGES && span >= LEAST_SPAN_SECONDS) {
      drift = medianSlope(starts);
      for (int i = 0; i < n; i++) {
        late[i] -= drift * starts.get(i)[0];
      }
    }
    double offset = median(late);
    double[] away = new double[n];
    Arrays.setAll(away, i -> Math.abs(late[i] - offset));
    double sigma = SIGMA_PER_MAD * median(away);
    if (n >= LEAST_EDGES && span >= LEAST_SPAN_SECONDS) {
      // Starts spread evenly over the span; what the splits are tried at bounds sigma from below.
      driftError = Math.max(sigma, 2 * WINDOW_SECONDS / SPLITS) * Math.sqrt(12.0 / n) / span;
    }
    double error = StrictMath.hypot(LAUNCH_ERROR_SECONDS, sigma / Math.sqrt(n));
    return new MeterClock(reference, offset, error, drift, driftError, n);
  }

  private static double medianSlope(List<double[]> starts) {
    int n = starts.size();
    double[] slopes = new double[n * (n - 1) / 2];
    int found = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double apart = starts.get(j)[0] - starts.get(i)[0];
        if (apart > 0) {
          slopes[found++] = (starts.get(j)[1] - starts.get(i)[1]) / apart;
        }
      }
    }
    return median(Arrays.copyOf(slopes, found));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }
}
