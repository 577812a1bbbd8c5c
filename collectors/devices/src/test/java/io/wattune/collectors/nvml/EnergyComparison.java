package io.wattune.collectors.nvml;

import io.wattune.core.sensor.ProfileChoice;

/**
 * The integral of a power against the device's energy counter.
 *
 * <p>They may differ by no more than the sum of
 *
 * <ul>
 *   <li>twice the gain's error of a board that was never compared with a meter, for both, since it
 *       is not known that they share a sensor: {@code 2 sqrt(2) gainError} of the energy;
 *   <li>the counter's own step, at the end and at the begin;
 *   <li>what a sensor shows late: what power differs between begin and end, times a second, twice
 *       the mean delay of the longest average known;
 *   <li>where each edge lies within an update, which is even over the period {@code T}: {@code 2
 *       sqrt(n / 12) T} of the step for {@code n} edges.
 * </ul>
 *
 * <p>A sensor that sees a part of the time only, under a load whose power moves in step with it,
 * may differ by more: then the counter or the power is not to be trusted under such loads, which is
 * worth knowing.
 *
 * @param joules the integral
 * @param counted what the counter went on
 * @param bound how much they may differ, in joules
 */
record EnergyComparison(double joules, double counted, double bound) {
  private static final double LONGEST_DELAY_SECONDS = 1;

  static EnergyComparison of(PolledSeries power, PolledSeries energy, int edges) {
    double counted = (energy.last() - energy.first()) * 1e-3;
    double gain = ProfileChoice.prior("gpu", power.name()).gainError();
    double[] between = power.betweenChanges();
    double period = between.length == 0 ? 0 : between[between.length / 2];
    double bound =
        2 * Math.sqrt(2) * gain * Math.abs(counted)
            + 2e-3 * energy.greatestChange()
            + 1e-3 * Math.abs(power.last() - power.first()) * LONGEST_DELAY_SECONDS
            + 1e-3 * power.greatestChange() * 2 * Math.sqrt(edges / 12.0) * period;
    return new EnergyComparison(power.integral() * 1e-3, counted, bound);
  }

  /** A counter that stood still, or went back, agrees with nothing. */
  boolean agrees() {
    return counted > 0 && Math.abs(joules - counted) <= bound;
  }
}
