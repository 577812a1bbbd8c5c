package io.wattune.core.meter;

import java.util.Locale;

/**
 * Scale of an on-board sensor, as a meter beside it shows: {@code true = gain * sensor + offset}.
 * Errors are one standard deviation each. Gain and offset are strongly anticorrelated, since the
 * line is pinned at the plateaus: the error of a power has their covariance in it, and is much less
 * between the plateaus than if the two errors were independent.
 *
 * @param kind how much could be learned
 * @param gain true power per sensor power, above 0
 * @param gainError error of the gain
 * @param offsetWatts true power at sensor zero; 0 where only a gain was learned
 * @param offsetErrorWatts error of the offset; 0 where only a gain was learned
 * @param covarianceWatts covariance of gain and offset
 * @param lowSensorWatts lowest plateau, as the sensor saw it: the fit holds from here
 * @param highSensorWatts highest plateau, as the sensor saw it: to here
 */
public record MeterFit(
    Kind kind,
    double gain,
    double gainError,
    double offsetWatts,
    double offsetErrorWatts,
    double covarianceWatts,
    double lowSensorWatts,
    double highSensorWatts)
    implements MeterFitResult {

  /** How much could be learned. */
  public enum Kind {
    /** Two plateaus: gain and offset. */
    GAIN_AND_OFFSET,
    /** No two plateaus, but a response that is known: gain and offset by the whole trace. */
    WHOLE_TRACE,
    /** One plateau, or two that are too much alike: a gain that holds near it. */
    GAIN_ONLY
  }

  public MeterFit {
    if (!(gain > 0) || !Double.isFinite(gain + gainError + offsetWatts + offsetErrorWatts)) {
      throw new IllegalArgumentException(
          "gain must be above 0 and all numbers finite, were gain %s +- %s, offset %s +- %s"
              .formatted(gain, gainError, offsetWatts, offsetErrorWatts));
    }
  }

  /** The same with errors that hold for another gain and offset as well. */
  MeterFit reaching(double moreGain, double moreWatts) {
    return new MeterFit(
        kind,
        gain,
        StrictMath.hypot(gainError, moreGain),
        offsetWatts,
        StrictMath.hypot(offsetErrorWatts, moreWatts),
        covarianceWatts + moreGain * moreWatts,
        lowSensorWatts,
        highSensorWatts);
  }

  /**
   * The same where the fit leaves more than it should. What is wrong with the meter's power as the
   * sensor would have shown it flattens the line of readings over it: the true gain lies between
   * this one and that of the line of power over readings, lower by the share {@code (m / s)^2} of
   * the readings' variance about the mean. And what is left may be left to one side for as long as
   * one looks.
   *
   * @param misfitWatts root mean square of what is left, {@code m}, in watts of the sensor
   * @param deviationWatts standard deviation of the readings, {@code s}
   * @param meanWatts their mean, about which the line turns
   */
  MeterFit within(double misfitWatts, double deviationWatts, double meanWatts) {
    double share = Math.min(1, misfitWatts * misfitWatts / (deviationWatts * deviationWatts));
    double lower = gain * share;
    return reaching(lower, -lower * meanWatts).reaching(0, gain * misfitWatts);
  }

  @Override
  public String sentence() {
    return switch (kind) {
      case GAIN_AND_OFFSET, WHOLE_TRACE ->
          String.format(
              Locale.ROOT,
              "true = %.4f (+- %.4f) x sensor %+.2f W (+- %.2f W), from %s: holds from %.1f W to"
                  + " %.1f W of the sensor",
              gain,
              gainError,
              offsetWatts,
              offsetErrorWatts,
              kind == Kind.GAIN_AND_OFFSET
                  ? "the idle and the loaded plateau"
                  : "the whole trace through the response",
              lowSensorWatts,
              highSensorWatts);
      case GAIN_ONLY ->
          String.format(
              Locale.ROOT,
              "true = %.4f (+- %.4f) x sensor, from %s: holds near %.1f W of the sensor, an offset"
                  + " could not be distinguished from a gain",
              gain,
              gainError,
              lowSensorWatts == highSensorWatts ? "one plateau" : "two plateaus that are too alike",
              0.5 * (lowSensorWatts + highSensorWatts));
    };
  }
}
