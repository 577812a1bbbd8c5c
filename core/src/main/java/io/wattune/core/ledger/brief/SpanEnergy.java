package io.wattune.core.ledger.brief;

import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.ShortEnergy;
import io.wattune.core.ledger.integral.EnergyError;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorProfile;

/**
 * What is said of a span's energy: the difference of two points with what others like it have in
 * common and what a sensor hides of it; or, where it is short and comes again and again, what is
 * said of all of them together ({@link RepeatedActivities}), if that is known better. A span of
 * which a part was not seen is not taken for one of its like: that would be energy which the
 * device's windows do not have. Units J, s. Tests: {@code RepeatedSpansTest}, {@code
 * SpansInSumTest}, {@code MeteredLedgerTest}.
 */
public final class SpanEnergy {
  private final DeviceState state;
  private final TrueIntegral integral;
  private final RepeatedActivities repeated;
  private final SpanContrast contrast;
  private final SpanExcess excess;

  public SpanEnergy(
      LedgerSettings settings,
      DeviceState state,
      SampleRing ring,
      TrueIntegral integral,
      RepeatedActivities repeated) {
    this.state = state;
    this.integral = integral;
    this.repeated = repeated;
    this.contrast = new SpanContrast(state, ring);
    this.excess = new SpanExcess(settings, state, integral);
  }

  /**
   * The entry of a span.
   *
   * @param span as the difference of the books at its ends
   */
  public LedgerEntry of(LedgerEntry span, LedgerPoint from, LedgerPoint to) {
    SensorProfile profile = integral.spanAt(to.timeNanos()).profile();
    LedgerEntry alone = likeOthers(span, from, to, profile);
    ShortEnergy pooled = to.hasSeenAllSince(from) ? repeated.of(span, profile) : null;
    return pooled != null && pooled.standardErrorMicrojoules() < alone.standardErrorMicrojoules()
        ? alone.with(pooled)
        : alone;
  }

  private LedgerEntry likeOthers(
      LedgerEntry span, LedgerPoint from, LedgerPoint to, SensorProfile profile) {
    double longest = EnergyError.longSpanSeconds(profile);
    boolean isShort = (to.timeNanos() - from.timeNanos()) * 1e-9 < longest;
    double factor =
        isShort && profile.averagesAll()
            ? contrast.factor(from.timeNanos(), to.timeNanos(), profile, Math.round(1e9 * longest))
            : 1;
    double hidden = hiddenJoules(from, to, profile, isShort);
    double ends = from.endVariance() + to.endVariance();
    double more = 1e12 * ((factor * factor - 1) * ends + hidden * hidden);
    double error = span.standardErrorMicrojoules();
    double alike =
        StrictMath.hypot(EnergyError.spanAlikeJoules(state, from, to, profile, factor), hidden);
    double common = StrictMath.hypot(span.scaleErrorMicrojoules() * 1e-6, alike);
    return alike == 0
        ? span
        : span.withErrors(Math.round(Math.sqrt(error * error + more)), Math.round(common * 1e6));
  }

  /** What of a short span's energy a sensor that is slow beside it may hide. */
  private double hiddenJoules(
      LedgerPoint from, LedgerPoint to, SensorProfile profile, boolean isShort) {
    double seconds = (to.spanNanos() - from.spanNanos()) * 1e-9;
    return switch (profile.sensorClass()) {
      case BOXCAR ->
          isShort && profile.averagesAll()
              ? EnergyError.hiddenJoules(profile, seconds, contrast.stepWatts)
              : 0;
      case FIRST_ORDER_LAG -> excess.joules(from, to, profile);
      case PASS_THROUGH -> 0;
    };
  }
}
