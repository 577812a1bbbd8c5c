package io.wattune.core.meter;

import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The best response of one class, as a meter shows it.
 *
 * @param sensorClass which
 * @param constantSeconds time constant or window; 0 for pass-through
 * @param constantErrorSeconds its standard error
 * @param delaySeconds how much later than that the sensor shows power
 * @param delayErrorSeconds its standard error
 * @param scale gain and offset by the whole trace through the response; null where the sensor did
 *     not rise with power
 * @param rmsWatts root mean square of the residuals, in watts of the sensor
 * @param samples samples that were fitted
 */
public record ResponseFit(
    SensorClass sensorClass,
    double constantSeconds,
    double constantErrorSeconds,
    double delaySeconds,
    double delayErrorSeconds,
    @Nullable MeterFit scale,
    double rmsWatts,
    int samples) {

  /** The response as a sensor's model. */
  public SensorModel model() {
    boolean hasConstant = sensorClass != SensorClass.PASS_THROUGH;
    return new SensorModel(
        sensorClass, constantSeconds, hasConstant ? constantErrorSeconds : delayErrorSeconds);
  }

  /** The same with another constant and delay. */
  ResponseFit movedTo(double newConstantSeconds, double newDelaySeconds) {
    return new ResponseFit(
        sensorClass,
        newConstantSeconds,
        constantErrorSeconds,
        newDelaySeconds,
        delayErrorSeconds,
        scale,
        rmsWatts,
        samples);
  }

  /** The same with errors that reach another response: its mean delay, and its delay. */
  ResponseFit reaching(ResponseFit other) {
    double slope = other.model().slopeSeconds() - model().slopeSeconds();
    double constant = sensorClass == SensorClass.BOXCAR ? 2 * slope : slope;
    return new ResponseFit(
        sensorClass,
        constantSeconds,
        sensorClass == SensorClass.PASS_THROUGH
            ? constantErrorSeconds
            : Math.max(constantErrorSeconds, Math.abs(constant)),
        delaySeconds,
        Math.max(delayErrorSeconds, Math.abs(other.delaySeconds - delaySeconds)),
        scale,
        rmsWatts,
        samples);
  }

  /** Class and constant, in words. */
  String words() {
    return switch (sensorClass) {
      case PASS_THROUGH -> "pass-through";
      case FIRST_ORDER_LAG -> String.format(Locale.ROOT, "a lag of %.1f ms", constantSeconds * 1e3);
      case BOXCAR -> String.format(Locale.ROOT, "a boxcar of %.1f ms", constantSeconds * 1e3);
    };
  }

  /** For people. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%s (+- %.1f ms) with a delay of %.1f ms (+- %.1f ms) turns the meter into the readings"
            + " within %.2f W rms",
        words(),
        constantErrorSeconds * 1e3,
        delaySeconds * 1e3,
        delayErrorSeconds * 1e3,
        rmsWatts);
  }
}
