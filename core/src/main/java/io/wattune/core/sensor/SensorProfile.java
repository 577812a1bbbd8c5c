package io.wattune.core.sensor;

import java.io.Serializable;

/**
 * How one device's sensor turns true power into readings. Once lag and delay are undone, {@code
 * true = gain * sensor + offset}. Every {@code ...Error} is one standard deviation.
 *
 * @param profileId stable id
 * @param device device id
 * @param signal signal of the device
 * @param sensorClass shape of the response
 * @param source where the constants are from
 * @param timeConstantSeconds time constant of a first-order lag; 0 for pass-through
 * @param timeConstantErrorSeconds its error; for pass-through, how much lag is thought possible
 * @param updatePeriodSeconds time between two new values of the sensor
 * @param delaySeconds how much later than the power the sensor shows it, beyond its response
 * @param delayErrorSeconds error of the delay
 * @param gain true power per sensor power
 * @param gainError error of the gain
 * @param offsetWatts true power at sensor zero
 * @param offsetErrorWatts error of the offset
 * @param gainOffsetCovarianceWatts covariance of gain and offset: a line that is pinned at two
 *     plateaus has errors that almost cancel between them
 * @param noiseWatts standard deviation of one sample, quantisation included
 * @param steps number of rising edges that the profile was learned from
 * @param validFromNanos event time from which on the profile holds; {@link Long#MIN_VALUE} for
 *     always
 */
public record SensorProfile(
    String profileId,
    String device,
    String signal,
    SensorClass sensorClass,
    ProfileSource source,
    double timeConstantSeconds,
    double timeConstantErrorSeconds,
    double updatePeriodSeconds,
    double delaySeconds,
    double delayErrorSeconds,
    double gain,
    double gainError,
    double offsetWatts,
    double offsetErrorWatts,
    double gainOffsetCovarianceWatts,
    double noiseWatts,
    int steps,
    long validFromNanos)
    implements Serializable {

  /**
   * Delay cannot be told from the time constant by edges alone: on a recorded K40m the pairs 54.5
   * ms and -4 ms, 57 ms and -9 ms fit alike. A quarter of the update period, and at least this.
   */
  private static final double LEAST_DELAY_ERROR_SECONDS = 0.002;

  public SensorProfile {
    finite("updatePeriodSeconds", updatePeriodSeconds, Double.MIN_VALUE);
    finite("delaySeconds", delaySeconds, -Double.MAX_VALUE);
    finite("delayErrorSeconds", delayErrorSeconds, 0);
    finite("gain", gain, Double.MIN_VALUE);
    finite("gainError", gainError, 0);
    finite("offsetWatts", offsetWatts, -Double.MAX_VALUE);
    finite("offsetErrorWatts", offsetErrorWatts, 0);
    finite("noiseWatts", noiseWatts, 0);
    double most = gainError * offsetErrorWatts;
    if (!(Math.abs(gainOffsetCovarianceWatts) <= most * (1 + 1e-9))) {
      throw new IllegalArgumentException(
          "gainOffsetCovarianceWatts must be at most gainError * offsetErrorWatts = "
              + most
              + ", was "
              + gainOffsetCovarianceWatts);
    }
    finite(
        "timeConstantSeconds",
        timeConstantSeconds,
        sensorClass == SensorClass.FIRST_ORDER_LAG ? Double.MIN_VALUE : 0);
    finite("timeConstantErrorSeconds", timeConstantErrorSeconds, 0);
  }

  private static void finite(String name, double value, double least) {
    if (!(value >= least && value <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          name + " must be finite and at least " + least + ", was " + value);
    }
  }

  /** {@link SensorModel#slopeSeconds} of the response. */
  public double slopeSeconds() {
    return model().slopeSeconds();
  }

  /** {@link SensorModel#slopeErrorSeconds} of the response. */
  public double slopeErrorSeconds() {
    return model().slopeErrorSeconds();
  }

  /** The delay, in nanoseconds. */
  public long delayNanos() {
    return Math.round(delaySeconds * 1e9);
  }

  /** The same gain, offset and delay with a response that was learned from {@code steps} edges. */
  public SensorProfile learned(
      SensorClass learnedClass,
      double learnedTimeConstantSeconds,
      double learnedErrorSeconds,
      double learnedPeriodSeconds,
      double learnedNoiseWatts,
      int learnedSteps,
      long fromNanos) {
    return new SensorProfile(
        device + "/" + signal + "/" + learnedClass.label() + "-" + learnedSteps,
        device,
        signal,
        learnedClass,
        ProfileSource.LEARNED,
        learnedTimeConstantSeconds,
        learnedErrorSeconds,
        learnedPeriodSeconds,
        delaySeconds,
        Math.max(LEAST_DELAY_ERROR_SECONDS, learnedPeriodSeconds / 4),
        gain,
        gainError,
        offsetWatts,
        offsetErrorWatts,
        gainOffsetCovarianceWatts,
        learnedNoiseWatts,
        learnedSteps,
        fromNanos);
  }

  /** The response, as a model. */
  public SensorModel model() {
    return switch (sensorClass) {
      case PASS_THROUGH -> new PassThrough(timeConstantErrorSeconds);
      case FIRST_ORDER_LAG -> new FirstOrderLag(timeConstantSeconds, timeConstantErrorSeconds);
    };
  }
}
