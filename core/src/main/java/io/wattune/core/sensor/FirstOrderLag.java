package io.wattune.core.sensor;

/**
 * The sensor approaches power as a capacitor charges: {@code C dy/dt = P - y} (Burtscher et al.
 * 2014, section 4). A step from {@code P0} to {@code P1} at {@code t0} shows as {@code P1 - (P1 -
 * P0) exp(-(t - t0) / C)}.
 *
 * @param timeConstantSeconds {@code C}, above 0
 * @param timeConstantErrorSeconds standard error of {@code C}
 */
public record FirstOrderLag(double timeConstantSeconds, double timeConstantErrorSeconds)
    implements SensorModel {

  public FirstOrderLag {
    if (!(timeConstantSeconds > 0 && timeConstantSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "timeConstantSeconds must be above 0, was " + timeConstantSeconds);
    }
    if (!(timeConstantErrorSeconds >= 0 && timeConstantErrorSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "timeConstantErrorSeconds must be finite and not negative, was "
              + timeConstantErrorSeconds);
    }
  }

  @Override
  public SensorClass sensorClass() {
    return SensorClass.FIRST_ORDER_LAG;
  }

  @Override
  public double slopeSeconds() {
    return timeConstantSeconds;
  }

  @Override
  public double slopeErrorSeconds() {
    return timeConstantErrorSeconds;
  }
}
