package io.wattune.core.ledger.brief;

import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.sensor.SensorProfile;

/**
 * How much more a short span may have taken than readings of a sensor with a lag show.
 *
 * <p>Energy from sample to sample is known, whatever the lag; where it went in between is not. A
 * span that is shorter than {@value #RESOLVED} samples is given its part by time, as if power had
 * been steady. If all that the device took above its lowest power hereabouts was taken in spans,
 * then with the excess {@code X} over a time in which spans ran for {@code B}, this one of length
 * {@code D} has taken {@code D X / B} above the lowest. By how much that is more is what its energy
 * may be off, and it is so of all spans like it. A choice, not a derivation. Only spans that end
 * with this one or later are looked at: earlier ones may be final and forgotten. Units s, J. Test:
 * {@code MeteredLedgerTest}.
 */
final class SpanExcess {
  private static final int RESOLVED = 3;

  /** Times the span's length, or the time between samples, in which is looked. */
  private static final int AHEAD = 8;

  private final LedgerSettings settings;
  private final DeviceState state;
  private final TrueIntegral integral;
  private final ShortRuns spans = new ShortRuns();

  SpanExcess(LedgerSettings settings, DeviceState state, TrueIntegral integral) {
    this.settings = settings;
    this.state = state;
    this.integral = integral;
  }

  /** By how much the energy between two points, a span's ends, may be too small, in joules. */
  double joules(LedgerPoint from, LedgerPoint to, SensorProfile profile) {
    long spacing = Math.max(SampleFilter.periodNanos(state.sample), state.sample.pollNanos);
    long start = from.timeNanos();
    long length = to.timeNanos() - start;
    long resolved = RESOLVED * spacing;
    if (length >= resolved) {
      return 0;
    }
    // What came later than half the horizon may not count: others might not have had it yet.
    long half = settings.horizonNanos() / 2 - Math.abs(profile.delayNanos());
    long ahead = Math.min(half, AHEAD * Math.max(spacing, length));
    long until = Math.max(to.timeNanos(), start + ahead);
    spans.gather(state, start, until, resolved, true, to.timeNanos());
    spans.add(start, to.timeNanos());
    spans.join();
    LedgerPoint end = integral.at(until);
    double lowest = profile.gain() * state.lowestWatts + profile.offsetWatts();
    double busy = spans.busyTo(until) * 1e-9;
    double share = Math.min(1, length * 1e-9 / busy);
    double excess = above(from, end, lowest) * share - above(from, to, lowest);
    return excess > 0 ? excess : 0;
  }

  private static double above(LedgerPoint from, LedgerPoint to, double watts) {
    double seconds = (to.spanNanos() - from.spanNanos()) * 1e-9;
    return Math.max(0, (to.trueMicrojoules() - from.trueMicrojoules()) * 1e-6 - watts * seconds);
  }
}
