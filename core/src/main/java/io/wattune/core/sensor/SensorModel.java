package io.wattune.core.sensor;

import java.io.Serializable;

/** How a sensor turns power into readings, delay, gain and offset aside. */
public sealed interface SensorModel extends Serializable
    permits PassThrough, FirstOrderLag, Boxcar {

  /** The shape of the response. */
  SensorClass sensorClass();

  /**
   * Weight {@code C} of the slope and of the end points, in seconds: {@code P = y + C dy/dt} and
   * {@code E = integral of y + C (y(t2) - y(t1))}. Zero for a sensor without memory.
   */
  double slopeSeconds();

  /** Standard error of {@link #slopeSeconds}, in seconds. */
  double slopeErrorSeconds();

  /**
   * Share of the time that readings describe, at this spacing of new readings. What lies between
   * them shows in later readings of a sensor that lags, and is small beside what a sensor without
   * memory shows.
   */
  default double seenShare(double spacingSeconds) {
    return 1;
  }

  /** Time constant of a first-order lag; 0 for all others. */
  default double timeConstantSeconds() {
    return 0;
  }

  /** Its standard error; for pass-through, how much lag is thought possible. */
  default double timeConstantErrorSeconds() {
    return 0;
  }

  /** Window of a boxcar; 0 for all others. */
  default double windowSeconds() {
    return 0;
  }

  /** Its standard error. */
  default double windowErrorSeconds() {
    return 0;
  }

  /** The model that a profile's columns describe; what does not belong to the class is ignored. */
  static SensorModel of(
      SensorClass sensorClass,
      double timeConstantSeconds,
      double timeConstantErrorSeconds,
      double windowSeconds,
      double windowErrorSeconds) {
    return switch (sensorClass) {
      case PASS_THROUGH -> new PassThrough(timeConstantErrorSeconds);
      case FIRST_ORDER_LAG -> new FirstOrderLag(timeConstantSeconds, timeConstantErrorSeconds);
      case BOXCAR -> new Boxcar(windowSeconds, windowErrorSeconds);
    };
  }
}
