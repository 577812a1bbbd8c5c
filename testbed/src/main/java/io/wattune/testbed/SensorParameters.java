package io.wattune.testbed;

/**
 * A simulated sensor. It shows {@code (y - offset) / gain}, where {@code y} is power after the lag,
 * so that {@code true = gain * sensor + offset} undoes it.
 *
 * @param timeConstantSeconds time constant {@code C} of the first-order lag; 0 for pass-through
 * @param updatePeriodNanos time between two new values
 * @param noiseWatts standard deviation of the noise of one value
 * @param stepMilliwatts values are whole multiples of this
 * @param gain true power per sensor power
 * @param offsetWatts true power at sensor zero
 */
public record SensorParameters(
    double timeConstantSeconds,
    long updatePeriodNanos,
    double noiseWatts,
    int stepMilliwatts,
    double gain,
    double offsetWatts) {

  public SensorParameters {
    require(
        timeConstantSeconds >= 0 && timeConstantSeconds < Double.POSITIVE_INFINITY,
        "timeConstantSeconds must be finite and not negative, was ",
        timeConstantSeconds);
    require(
        updatePeriodNanos > 0,
        "updatePeriodNanos must be above 0, was ",
        (double) updatePeriodNanos);
    require(
        noiseWatts >= 0 && noiseWatts < Double.POSITIVE_INFINITY,
        "noiseWatts must be finite and not negative, was ",
        noiseWatts);
    require(stepMilliwatts > 0, "stepMilliwatts must be above 0, was ", stepMilliwatts);
    require(
        gain > 0 && gain < Double.POSITIVE_INFINITY, "gain must be finite and above 0, was ", gain);
    require(Double.isFinite(offsetWatts), "offsetWatts must be finite, was ", offsetWatts);
  }

  /**
   * What the sensor shows.
   *
   * @param laggedWatts power after the lag
   * @param gaussian standard normal noise of this value
   */
  public int shownMilliwatts(double laggedWatts, double gaussian) {
    double shown = (laggedWatts - offsetWatts) / gain + noiseWatts * gaussian;
    return (int) Math.max(0, Math.round(shown * 1e3 / stepMilliwatts) * stepMilliwatts);
  }

  /** The same sensor without noise. */
  public SensorParameters withoutNoise() {
    return new SensorParameters(
        timeConstantSeconds, updatePeriodNanos, 0, stepMilliwatts, gain, offsetWatts);
  }

  /** The same sensor with another scale error. */
  public SensorParameters withScale(double newGain, double newOffsetWatts) {
    return new SensorParameters(
        timeConstantSeconds,
        updatePeriodNanos,
        noiseWatts,
        stepMilliwatts,
        newGain,
        newOffsetWatts);
  }

  private static void require(boolean holds, String message, double value) {
    if (!holds) {
      throw new IllegalArgumentException(message + value);
    }
  }
}
