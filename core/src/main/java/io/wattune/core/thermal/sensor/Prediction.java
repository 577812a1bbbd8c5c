package io.wattune.core.thermal.sensor;

/**
 * A temperature that is not measured.
 *
 * @param celsius the temperature
 * @param standardError its standard error, kelvin
 */
public record Prediction(double celsius, double standardError) {
  /** The temperature that it exceeds once in six times, if errors are as stated. */
  public double upper() {
    return celsius + standardError;
  }
}
