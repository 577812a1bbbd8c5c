package io.wattune.evaluation.estimators;

import io.wattune.core.estimate.Stretch;

/**
 * The samples of a sensor beside true power. Times count from the truth's start. The columns belong
 * to the trace; they are not copied.
 *
 * @param sensor what is known of the sensor
 * @param truth true power and boundaries
 * @param seconds times of samples
 * @param watts their values
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
record SensedTrace(KnownSensor sensor, Truth truth, double[] seconds, double[] watts) {
  static final double SQRT_12 = Math.sqrt(12);

  /** All samples, with these times at which power may step. */
  Stretch stretch(double[] boundaries) {
    double[] variances = new double[seconds.length];
    double placed = sensor.pollSeconds() / SQRT_12;
    for (int i = 0; i < variances.length; i++) {
      double slope = Math.max(slope(i), slope(i + 1)) * placed;
      variances[i] = sensor.noiseWatts() * sensor.noiseWatts() + slope * slope;
    }
    return Stretch.of(seconds, watts, variances, boundaries);
  }

  private double slope(int i) {
    return i <= 0 || i >= watts.length
        ? 0
        : Math.abs(watts[i] - watts[i - 1]) / (seconds[i] - seconds[i - 1]);
  }
}
