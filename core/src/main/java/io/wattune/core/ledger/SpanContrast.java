package io.wattune.core.ledger;

import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;

/**
 * How much farther power may step at the ends of a short span than readings of a boxcar show.
 *
 * <p>Loads that come again and again with about a boxcar's window, or with twice the time between
 * its updates, hardly show in its readings: each window has about the same share of them. {@link
 * BoxcarIntegral} takes readings that stand still for power that does. The spans say better: where
 * the share of a window that lies in spans goes up and down by {@code f} while readings do by
 * {@code r}, power steps by {@code r / f} at their ends, if it steps there at all. The errors of
 * the ends grow with the step, so that they are {@code r / (f r')} times what readings alone give,
 * {@code r'} being what was taken as the range there: {@code r}, and at least a tenth of power. A
 * step is not taken to be larger than between the lowest and the highest reading ever, nor smaller
 * than {@code r}.
 *
 * <p>Only windows that begin with the span or later are looked at: spans before it may be final and
 * forgotten. A span that stands alone has {@code f = 1} if it is as long as the window, and the
 * factor 1. A choice, not a derivation. Units W, s. Test: {@code SpansInSumTest}.
 */
final class SpanContrast {
  /** As in {@link BoxcarIntegral}: readings may agree by chance. */
  private static final double LEAST_SHARE = 0.1;

  /** Windows and update periods behind a span in which is looked. */
  private static final int AHEAD = 4;

  private final DeviceState state;
  private final SampleStretch stretch;
  private long[] edges = new long[32];

  /** Time in spans up to each pair of edges. */
  private double[] busy = new double[0];

  private int count;

  SpanContrast(DeviceState state, SampleRing ring) {
    this.state = state;
    this.stretch = new SampleStretch(ring, state.unit.watts());
  }

  /**
   * The factor of the standard error of a span's ends, at least 1.
   *
   * @param longestNanos longer spans are not looked at: they hold others
   */
  double factor(long startNanos, long endNanos, SensorProfile profile, long longestNanos) {
    long window = Math.round(1e9 * profile.windowSeconds());
    long ahead = Math.max(AHEAD * window, Math.round(1e9 * AHEAD * profile.updatePeriodSeconds()));
    gather(startNanos, endNanos + ahead, longestNanos);
    long origin = startNanos + window + profile.delayNanos();
    stretch.about(origin, 0, endNanos + ahead - startNanos - window);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    double leastShare = 1;
    double mostShare = 0;
    double sum = 0;
    for (int i = 0; i < stretch.count(); i++) {
      low = Math.min(low, stretch.watts(i));
      high = Math.max(high, stretch.watts(i));
      sum += stretch.watts(i);
      long at = startNanos + window + Math.round(1e9 * stretch.seconds(i));
      double share = (busyTo(at) - busyTo(at - window)) / window;
      leastShare = Math.min(leastShare, share);
      mostShare = Math.max(mostShare, share);
    }
    double range = high - low;
    double taken = Math.max(range, LEAST_SHARE * Math.abs(sum / stretch.count()));
    double most = Math.max(range, state.highestWatts - state.lowestWatts);
    double shares = mostShare - leastShare;
    double shown = range + profile.noiseWatts();
    double step = shares * most > shown ? shown / shares : most;
    return taken > 0 ? Math.max(1, step / taken) : 1;
  }

  /** Takes the short spans in a time as stretches that do not overlap, the earliest first. */
  private void gather(long fromNanos, long toNanos, long longestNanos) {
    count = 0;
    PendingActivities pending = PendingActivities.of(state);
    pending.overlapping(
        fromNanos, toNanos, place -> add(pending.get(place).activity(), longestNanos));
    // Starts and ends of spans in one line: how many run at a time is the starts less the ends.
    long[] starts = new long[count];
    long[] ends = new long[count];
    for (int i = 0; i < count; i++) {
      starts[i] = edges[2 * i];
      ends[i] = edges[2 * i + 1];
    }
    Arrays.sort(starts);
    Arrays.sort(ends);
    int stretches = 0;
    for (int i = 0; i < starts.length; i++) {
      boolean goesOn = stretches > 0 && starts[i] <= edges[2 * stretches - 1];
      if (!goesOn) {
        edges[2 * stretches++] = starts[i];
      }
      edges[2 * stretches - 1] = ends[i];
    }
    count = stretches;
    busy = busy.length < count ? new double[2 * count] : busy;
    double before = 0;
    for (int i = 0; i < count; i++) {
      busy[i] = before;
      before += edges[2 * i + 1] - edges[2 * i];
    }
  }

  private void add(Activity activity, long longestNanos) {
    if (activity.book() != Book.SPAN
        || !activity.hasEnded()
        || activity.endNanos() - activity.startNanos() > longestNanos) {
      return;
    }
    if (edges.length < 2 * count + 2) {
      edges = Arrays.copyOf(edges, 2 * edges.length);
    }
    edges[2 * count] = activity.startNanos();
    edges[2 * count + 1] = activity.endNanos();
    count++;
  }

  /** Time in spans before a time, in nanoseconds. */
  private double busyTo(long nanos) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edges[2 * middle] < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return 0;
    }
    int i = low - 1;
    return busy[i] + Math.min(nanos, edges[2 * i + 1]) - edges[2 * i];
  }
}
