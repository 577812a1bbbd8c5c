package io.wattune.core.sensor;

/**
 * The sensor shows power as it is, as the K20x does (Burtscher et al. 2014, section 5).
 *
 * @param slopeErrorSeconds how much lag is thought possible all the same; 0 where it is known that
 *     there is none
 */
public record PassThrough(double slopeErrorSeconds) implements SensorModel {

  public PassThrough {
    if (!(slopeErrorSeconds >= 0 && slopeErrorSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "slopeErrorSeconds must be finite and not negative, was " + slopeErrorSeconds);
    }
  }

  @Override
  public SensorClass sensorClass() {
    return SensorClass.PASS_THROUGH;
  }

  @Override
  public double timeConstantErrorSeconds() {
    return slopeErrorSeconds;
  }

  @Override
  public double slopeSeconds() {
    return 0;
  }
}
