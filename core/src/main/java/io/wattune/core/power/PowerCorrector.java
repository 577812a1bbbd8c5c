package io.wattune.core.power;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.Quality;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;

/**
 * Samples in, true power out, one sample behind.
 *
 * <p>{@code P = gain (y + C dy/dt) + offset} (Burtscher et al. 2014, section 4), at the time {@code
 * t - delay}, with the slope of {@link Slope}. No slope is taken across a gap or at the first
 * sample: there is no true power there where the sensor lags. For a boxcar see {@link BoxcarPower}.
 *
 * <p>Standard error: the noise of the three samples through the weights, the error of {@code C}
 * times the slope, gain and offset. For {@code C = 0.84 s} and 15 ms between samples the weights
 * amplify noise 39.6 times; it averages out in energies, which never use this series. Test: {@code
 * PowerCorrectorTest}.
 */
public final class PowerCorrector {
  private PowerCorrector() {}

  /**
   * Takes one sample and puts out the one before it.
   *
   * @param state the device's two newest samples
   * @param profile the sensor profile
   * @param timeNanos the sample's time
   * @param watts its value
   * @param seen whether the sensor was polled throughout since the sample before
   * @param out where the sample before goes
   */
  public static void accept(
      PowerState state,
      SensorProfile profile,
      long timeNanos,
      double watts,
      boolean seen,
      PowerColumns out) {
    if (state.samples > 0) {
      put(state, profile, timeNanos, watts, seen, out);
    }
    if (profile.sensorClass() == SensorClass.BOXCAR) {
      BoxcarPower.accept(state, profile, timeNanos, watts, seen);
    }
    state.beforeNanos = state.newestNanos;
    state.beforeWatts = state.newestWatts;
    state.newestNanos = timeNanos;
    state.newestWatts = watts;
    state.newestSeen = seen && state.samples > 0;
    state.samples++;
  }

  /** Puts out the newest sample, to which none will follow. */
  public static void finish(PowerState state, SensorProfile profile, PowerColumns out) {
    if (state.samples > 0) {
      put(state, profile, state.newestNanos, 0, false, out);
    }
  }

  private static void put(
      PowerState state,
      SensorProfile profile,
      long afterNanos,
      double afterWatts,
      boolean afterSeen,
      PowerColumns out) {
    if (profile.sensorClass() == SensorClass.BOXCAR) {
      BoxcarPower.put(state, profile, afterWatts, afterSeen, out);
      return;
    }
    double c = profile.slopeSeconds();
    double y = state.newestWatts;
    long trueNanos = state.newestNanos - profile.delayNanos();
    boolean hasSlope = state.newestSeen && afterSeen;
    if (c > 0 && !hasSlope) {
      out.add(trueNanos, y, 0, 0, Quality.GAP);
      return;
    }
    double slope = 0;
    double slopeError = 0;
    double noiseGainSquared = 1;
    if (hasSlope) {
      double h1 = (state.newestNanos - state.beforeNanos) * 1e-9;
      double h2 = (afterNanos - state.newestNanos) * 1e-9;
      double after = Slope.after(h1, h2);
      double before = Slope.before(h1, h2);
      slope = after * (afterWatts - y) + before * (state.beforeWatts - y);
      slopeError = profile.slopeErrorSeconds() * slope;
      double own = 1 - c * (after + before);
      noiseGainSquared = own * own + c * c * (after * after + before * before);
    }
    double variance = square(profile.noiseWatts()) * noiseGainSquared + square(slopeError);
    add(profile, trueNanos, y, y + c * slope, variance, out);
  }

  /**
   * Puts out power.
   *
   * @param readWatts what the sensor showed
   * @param sensorWatts what it would show, did it respond at once
   * @param variance variance of that
   */
  static void add(
      SensorProfile profile,
      long trueNanos,
      double readWatts,
      double sensorWatts,
      double variance,
      PowerColumns out) {
    add(profile, trueNanos, readWatts, sensorWatts, variance, quality(profile), out);
  }

  /** The same with another quality. */
  static void add(
      SensorProfile profile,
      long trueNanos,
      double readWatts,
      double sensorWatts,
      double variance,
      Quality quality,
      PowerColumns out) {
    double error =
        Math.sqrt(square(profile.gain()) * variance + scaleVariance(profile, sensorWatts));
    double watts = profile.gain() * sensorWatts + profile.offsetWatts();
    out.add(trueNanos, readWatts, watts, error, quality);
  }

  /** Quality of what a profile gives. */
  public static Quality quality(SensorProfile profile) {
    if (profile.source() == ProfileSource.PRIOR) {
      return Quality.ESTIMATED;
    }
    return profile.sensorClass() == SensorClass.PASS_THROUGH ? Quality.MEASURED : Quality.CORRECTED;
  }

  private static double scaleVariance(SensorProfile profile, double sensorWatts) {
    return Math.max(
        0,
        square(profile.gainError() * sensorWatts)
            + 2 * profile.gainOffsetCovarianceWatts() * sensorWatts
            + square(profile.offsetErrorWatts()));
  }
}
