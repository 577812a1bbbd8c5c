package io.wattune.core.ledger.brief;

import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.integral.SampleStretch;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorProfile;

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
 * step is not taken to be larger than between the lowest and the highest reading ever over the
 * largest share, nor smaller than {@code r}.
 *
 * <p>Only windows that begin with the span or later are looked at: spans before it may be final and
 * forgotten. A span that stands alone has {@code f = 1} if it is as long as the window, and the
 * factor 1. A choice, not a derivation. Units W, s. Test: {@code SpansInSumTest}.
 */
final class SpanContrast {
  /** As in {@code BoxcarIntegral}: readings may agree by chance. */
  private static final double LEAST_SHARE = 0.1;

  /** Windows and update periods behind a span in which is looked. */
  private static final int AHEAD = 4;

  private final DeviceState state;
  private final SampleStretch stretch;
  private final ShortRuns spans = new ShortRuns();

  /** The step that was last taken, by the sensor's scale. */
  double stepWatts;

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
    // Spans that end before this one may be final and forgotten.
    spans.gather(state, startNanos, endNanos + ahead, longestNanos, true, endNanos);
    spans.add(startNanos, endNanos);
    spans.join();
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
      double share = (spans.busyTo(at) - spans.busyTo(at - window)) / window;
      leastShare = Math.min(leastShare, share);
      mostShare = Math.max(mostShare, share);
    }
    double range = high - low;
    double taken = Math.max(range, LEAST_SHARE * Math.abs(sum / stretch.count()));
    double most = Math.max(range, (state.highestWatts - state.lowestWatts) / mostShare);
    double shares = mostShare - leastShare;
    double shown = range + profile.noiseWatts();
    double step = shares * most > shown ? shown / shares : most;
    stepWatts = step;
    return taken > 0 ? Math.max(1, step / taken) : 1;
  }
}
