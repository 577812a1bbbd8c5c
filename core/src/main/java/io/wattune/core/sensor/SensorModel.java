package io.wattune.core.sensor;

import java.io.Serializable;

/**
 * How a sensor turns power into readings, delay, gain and offset aside.
 *
 * <ul>
 *   <li>Pass-through: it shows power as it is, as the K20x does (Burtscher et al. 2014, section 5).
 *   <li>First-order lag: it approaches power as a capacitor charges, {@code C dy/dt = P - y}
 *       (section 4). A step from {@code P0} to {@code P1} at {@code t0} shows as {@code P1 - (P1 -
 *       P0) exp(-(t - t0) / C)}.
 *   <li>Boxcar: it shows the mean of power over a window before each update, {@code y(t) = (E(t) -
 *       E(t - W)) / W}, as NVIDIA's sensors since Volta do (Yang et al. 2024). Where the window is
 *       shorter than the update period, the rest of the time is never seen.
 * </ul>
 *
 * @param sensorClass the shape of the response
 * @param constantSeconds {@code C} of a lag or {@code W} of a boxcar, above 0; 0 for pass-through
 * @param constantErrorSeconds its standard error; for pass-through, how much lag is thought
 *     possible all the same, 0 where it is known that there is none
 */
public record SensorModel(
    SensorClass sensorClass, double constantSeconds, double constantErrorSeconds)
    implements Serializable {

  /** A window that is shorter than a period by less is as long, if it is not known any better. */
  private static final double SAME = 0.1;

  /** Rounding of what a user gives, as a share. */
  private static final double LEAST_DOUBT = 0.001;

  /** From here on a reading shows less of its own period than of those before. */
  private static final double OVERLAP = 1.5;

  public SensorModel {
    String name = sensorClass == SensorClass.BOXCAR ? "window" : "timeConstant";
    if (sensorClass == SensorClass.PASS_THROUGH) {
      name = "slope";
      constantSeconds = 0;
    } else if (!(constantSeconds > 0 && constantSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + "Seconds must be above 0, was " + constantSeconds);
    }
    if (!(constantErrorSeconds >= 0 && constantErrorSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          name + "ErrorSeconds must be finite and not negative, was " + constantErrorSeconds);
    }
  }

  /** The model that a profile's columns describe; what does not belong to the class is ignored. */
  public static SensorModel of(
      SensorClass sensorClass,
      double timeConstantSeconds,
      double timeConstantErrorSeconds,
      double windowSeconds,
      double windowErrorSeconds) {
    boolean isBoxcar = sensorClass == SensorClass.BOXCAR;
    return new SensorModel(
        sensorClass,
        isBoxcar ? windowSeconds : timeConstantSeconds,
        isBoxcar ? windowErrorSeconds : timeConstantErrorSeconds);
  }

  /**
   * A sensor that shows power as it is.
   *
   * @param slopeErrorSeconds how much lag is thought possible all the same; 0 for none
   */
  public static SensorModel passThrough(double slopeErrorSeconds) {
    return new SensorModel(SensorClass.PASS_THROUGH, 0, slopeErrorSeconds);
  }

  /** A first-order lag with its time constant and that one's standard error. */
  public static SensorModel lag(double timeConstantSeconds, double errorSeconds) {
    return new SensorModel(SensorClass.FIRST_ORDER_LAG, timeConstantSeconds, errorSeconds);
  }

  /** A boxcar with its window and that one's standard error. */
  public static SensorModel boxcar(double windowSeconds, double errorSeconds) {
    return new SensorModel(SensorClass.BOXCAR, windowSeconds, errorSeconds);
  }

  /** Whether it averages over a window. */
  public boolean isBoxcar() {
    return sensorClass == SensorClass.BOXCAR;
  }

  /**
   * Weight {@code C} of the slope and of the end points, in seconds: {@code P = y + C dy/dt} and
   * {@code E = integral of y + C (y(t2) - y(t1))}. Zero for a sensor without memory; half of a
   * window, which is exact for power that has been steady, or has risen evenly, for a window.
   */
  public double slopeSeconds() {
    return isBoxcar() ? constantSeconds / 2 : constantSeconds;
  }

  /** Standard error of {@link #slopeSeconds}, in seconds. */
  public double slopeErrorSeconds() {
    return isBoxcar() ? constantErrorSeconds / 2 : constantErrorSeconds;
  }

  /** Whether windows reach into one another so far that readings must be taken apart. */
  public boolean overlaps(double updatePeriodSeconds) {
    return windowSeconds() > OVERLAP * updatePeriodSeconds;
  }

  /**
   * Share of the time that readings describe, at this spacing of new readings. What lies between
   * them shows in later readings of a sensor that lags, and is small beside what a sensor without
   * memory shows. 1 as well where a window may be as long as that, within two standard errors.
   */
  public double seenShare(double spacingSeconds) {
    double doubt = Math.min(2 * constantErrorSeconds, SAME * spacingSeconds);
    return !isBoxcar()
            || constantSeconds + Math.max(doubt, LEAST_DOUBT * spacingSeconds) >= spacingSeconds
        ? 1
        : constantSeconds / spacingSeconds;
  }

  /** Time constant of a first-order lag; 0 for all others. */
  public double timeConstantSeconds() {
    return isBoxcar() ? 0 : constantSeconds;
  }

  /** Its standard error; for pass-through, how much lag is thought possible. */
  public double timeConstantErrorSeconds() {
    return isBoxcar() ? 0 : constantErrorSeconds;
  }

  /** Window of a boxcar; 0 for all others. */
  public double windowSeconds() {
    return isBoxcar() ? constantSeconds : 0;
  }

  /** Its standard error. */
  public double windowErrorSeconds() {
    return isBoxcar() ? constantErrorSeconds : 0;
  }
}
