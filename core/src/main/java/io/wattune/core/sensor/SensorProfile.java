package io.wattune.core.sensor;

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
    double noiseWatts,
    int steps,
    long validFromNanos) {

  public SensorProfile {
    finite("updatePeriodSeconds", updatePeriodSeconds, Double.MIN_VALUE);
    finite("delaySeconds", delaySeconds, -Double.MAX_VALUE);
    finite("delayErrorSeconds", delayErrorSeconds, 0);
    finite("gain", gain, Double.MIN_VALUE);
    finite("gainError", gainError, 0);
    finite("offsetWatts", offsetWatts, -Double.MAX_VALUE);
    finite("offsetErrorWatts", offsetErrorWatts, 0);
    finite("noiseWatts", noiseWatts, 0);
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

  /** The response, as a model. */
  public SensorModel model() {
    return switch (sensorClass) {
      case PASS_THROUGH -> new PassThrough(timeConstantErrorSeconds);
      case FIRST_ORDER_LAG -> new FirstOrderLag(timeConstantSeconds, timeConstantErrorSeconds);
    };
  }
}
