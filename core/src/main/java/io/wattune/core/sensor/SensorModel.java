package io.wattune.core.sensor;

/** How a sensor turns power into readings, gain and offset aside. */
public sealed interface SensorModel permits PassThrough, FirstOrderLag {

  /**
   * Weight {@code C} of the slope and of the end points, in seconds: {@code P = y + C dy/dt} and
   * {@code E = integral of y + C (y(t2) - y(t1))}. Zero for a sensor without memory.
   */
  double slopeSeconds();

  /** Standard error of {@link #slopeSeconds}, in seconds. */
  double slopeErrorSeconds();
}
