package io.wattune.evaluation.k20;

import io.wattune.testbed.SimulatedTrace;

/**
 * What is wrong with taking the mean of all readings times the length: readings do not come at
 * equal intervals (Burtscher et al. 2014, section 4.3, 1205 J in place of 1066 J).
 *
 * <p>The paper says that answers are slow while the driver lowers the power, and not how slow. With
 * one answer in {@value #SLOW_NANOS} ns after active idle its 13 % come out on the simulated K20c:
 * this figure is fitted, the sign and the cause are not.
 */
final class EqualIntervals {
  static final long SLOW_NANOS = 1_700_000;

  private EqualIntervals() {}

  /**
   * Energy by equal intervals over energy with time stamps.
   *
   * @param fromNanos start of the kernel
   * @param slowNanos from here on answers are slow
   * @param toNanos end of the tail
   */
  static double ratio(SimulatedTrace trace, long fromNanos, long slowNanos, long toNanos) {
    double joules = 0;
    double sumWatts = 0;
    int readings = 0;
    long lastNanos = Long.MIN_VALUE;
    double lastWatts = 0;
    for (int i = 0; i < trace.polls(); i++) {
      long time = trace.timesNanos()[i];
      boolean isSkipped = time >= slowNanos && time < lastNanos + SLOW_NANOS;
      if (time < fromNanos || time > toNanos || isSkipped) {
        continue;
      }
      double watts = trace.milliwatts()[i] * 1e-3;
      if (readings > 0) {
        joules += 0.5 * (watts + lastWatts) * ((time - lastNanos) * 1e-9);
      }
      sumWatts += watts;
      readings++;
      lastNanos = time;
      lastWatts = watts;
    }
    return sumWatts / readings * ((toNanos - fromNanos) * 1e-9) / joules;
  }
}
