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

  /** A window that is shorter than a period by less is as long, if it is not known any better. */
  private static final double SAME = 0.1;

  /** Rounding of what a user gives, as a share. */
  private static final double LEAST_DOUBT = 0.001;

  /** From here on a reading shows less of its own period than of those before. */
  private static final double OVERLAP = 1.5;

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

  /** Whether windows reach into one another so far that readings must be taken apart. */
  public boolean overlaps(double updatePeriodSeconds) {
    return windowSeconds > OVERLAP * updatePeriodSeconds;
  }

  /** 1 as well where the window may be as long as that, within two standard errors. */
  @Override
  public double seenShare(double spacingSeconds) {
    double doubt = Math.min(2 * windowErrorSeconds, SAME * spacingSeconds);
    return windowSeconds + Math.max(doubt, LEAST_DOUBT * spacingSeconds) >= spacingSeconds
        ? 1
        : windowSeconds / spacingSeconds;
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
