package io.wattune.core.sensor;

/**
 * The sensor shows the mean of power over a window before each update, {@code y(t) = (E(t) - E(t -
 * W)) / W}, as NVIDIA's sensors since Volta do (Yang et al. 2024). Where the window is shorter than
 * the update period, the rest of the time is never seen.
 *
 * @param windowSeconds {@code W}, above 0
 * @param windowErrorSeconds standard error of {@code W}
 */
public record Boxcar(double windowSeconds, double windowErrorSeconds) implements SensorModel {

  /** Window and update period that differ by less are the same: no fit tells them apart. */
  private static final double SAME = 0.001;

  public Boxcar {
    if (!(windowSeconds > 0 && windowSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("windowSeconds must be above 0, was " + windowSeconds);
    }
    if (!(windowErrorSeconds >= 0 && windowErrorSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "windowErrorSeconds must be finite and not negative, was " + windowErrorSeconds);
    }
  }

  @Override
  public SensorClass sensorClass() {
    return SensorClass.BOXCAR;
  }

  /** Whether each window reaches back to the one before, so that all of the time is seen. */
  public boolean seesAll(double updatePeriodSeconds) {
    return windowSeconds >= updatePeriodSeconds * (1 - SAME);
  }

  @Override
  public double seenShare(double spacingSeconds) {
    return windowSeconds < spacingSeconds ? windowSeconds / spacingSeconds : 1;
  }

  /** Half the window: exact for power that has been steady, or has risen evenly, for a window. */
  @Override
  public double slopeSeconds() {
    return windowSeconds / 2;
  }

  @Override
  public double slopeErrorSeconds() {
    return windowErrorSeconds / 2;
  }
}
