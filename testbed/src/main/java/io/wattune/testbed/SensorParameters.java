package io.wattune.testbed;

import io.wattune.core.sensor.SensorModel;

/**
 * A simulated sensor. It shows {@code (y - offset) / gain}, where {@code y} is power after the
 * response, so that {@code true = gain * sensor + offset} undoes it. The response is a lag, a
 * boxcar or, where both constants are 0, pass-through.
 *
 * @param timeConstantSeconds time constant {@code C} of a first-order lag; 0 for all others
 * @param windowSeconds window {@code W} of a boxcar; 0 for all others
 * @param delayNanos how much later the sensor shows power, beyond its response
 * @param updatePeriodNanos time between two new values
 * @param noiseWatts standard deviation of the noise of one value
 * @param stepMilliwatts values are whole multiples of this
 * @param gain true power per sensor power
 * @param offsetWatts true power at sensor zero
 */
public record SensorParameters(
    double timeConstantSeconds,
    double windowSeconds,
    long delayNanos,
    long updatePeriodNanos,
    double noiseWatts,
    int stepMilliwatts,
    double gain,
    double offsetWatts) {

  public SensorParameters {
    finite("timeConstantSeconds", timeConstantSeconds);
    finite("windowSeconds", windowSeconds);
    require(
        timeConstantSeconds == 0 || windowSeconds == 0,
        "timeConstantSeconds or windowSeconds must be 0, the window was ",
        windowSeconds);
    require(
        windowSeconds == 0 || Math.round(windowSeconds * 1e9) > 0,
        "windowSeconds must be 0 or at least 1 ns, was ",
        windowSeconds);
    require(delayNanos >= 0, "delayNanos must not be negative, was ", (double) delayNanos);
    require(
        updatePeriodNanos > 0,
        "updatePeriodNanos must be above 0, was ",
        (double) updatePeriodNanos);
    finite("noiseWatts", noiseWatts);
    require(stepMilliwatts > 0, "stepMilliwatts must be above 0, was ", stepMilliwatts);
    require(
        gain > 0 && gain < Double.POSITIVE_INFINITY, "gain must be finite and above 0, was ", gain);
    require(Double.isFinite(offsetWatts), "offsetWatts must be finite, was ", offsetWatts);
  }

  /** A sensor that lags, or with {@code C = 0} passes power through, without delay. */
  public static SensorParameters lag(
      double timeConstantSeconds,
      long updatePeriodNanos,
      double noiseWatts,
      int stepMilliwatts,
      double gain,
      double offsetWatts) {
    return new SensorParameters(
        timeConstantSeconds,
        0,
        0,
        updatePeriodNanos,
        noiseWatts,
        stepMilliwatts,
        gain,
        offsetWatts);
  }

  /** A sensor that shows the mean over a window, without delay, gain and offset. */
  public static SensorParameters boxcar(
      double windowSeconds, long updatePeriodNanos, double noiseWatts, int stepMilliwatts) {
    return new SensorParameters(
        0, windowSeconds, 0, updatePeriodNanos, noiseWatts, stepMilliwatts, 1, 0);
  }

  /** The response as the estimators know it, without any doubt. */
  public SensorModel response() {
    if (windowSeconds > 0) {
      return SensorModel.boxcar(windowSeconds, 0);
    }
    return timeConstantSeconds > 0
        ? SensorModel.lag(timeConstantSeconds, 0)
        : SensorModel.passThrough(0);
  }

  /** The window, in nanoseconds. */
  public long windowNanos() {
    return Math.round(windowSeconds * 1e9);
  }

  /**
   * What the sensor shows.
   *
   * @param watts power after the response
   * @param gaussian standard normal noise of this value
   */
  public int shownMilliwatts(double watts, double gaussian) {
    double shown = (watts - offsetWatts) / gain + noiseWatts * gaussian;
    return (int) Math.max(0, Math.round(shown * 1e3 / stepMilliwatts) * stepMilliwatts);
  }

  private static void finite(String name, double value) {
    require(
        value >= 0 && value < Double.POSITIVE_INFINITY,
        name + " must be finite and not negative, was ",
        value);
  }

  private static void require(boolean holds, String message, double value) {
    if (!holds) {
      throw new IllegalArgumentException(message + value);
    }
  }
}
