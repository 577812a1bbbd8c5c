package io.wattune.core.loop;

/**
 * How a device's power goes with its core clock: {@code P (f / f0)^b}. b is learned from what each
 * step has changed, and taken a standard error worse than it seems: 1 is all dynamic power at one
 * voltage, 3 with voltage falling like the clock, 0 what no clock changes. No device is without any
 * of the last: at low clocks power cannot rise as fast as the law says, and a guard that believed
 * it could would stay at the lowest clock, where nothing is learned. Watts and shares of the own
 * clock. Test: {@code HeatCeilingTest}.
 */
final class ClockPower {
  private static final double LEAST_ERROR = 0.15;

  /** A step by less than some per cent says nothing. */
  private static final double LEAST_STEP = 0.02;

  private static final double MOST_EXPONENT = 4;

  /**
   * Of what a device takes at its own clock, what no clock changes: leakage, memory, fans. Idle
   * boards take an eighth to a quarter of their limit; loads take less than the limit.
   */
  private static final double LEAST_FIXED = 0.1;

  private double exponent = 1.6;
  private double error = 0.6;
  private double stepShare = 1;
  private double stepWatts = Double.NaN;
  private long stepNanos = Long.MIN_VALUE;

  /** The clock is changed, from this power at this share of the own clock. */
  void changes(long nanos, double watts, double share) {
    stepWatts = watts;
    stepShare = share;
    stepNanos = nanos;
  }

  /** Power that comes late may be of before the change; it is what the change began from. */
  void power(long nanos, double watts) {
    if (!Double.isNaN(stepWatts) && nanos <= stepNanos) {
      stepWatts = watts;
    }
  }

  /** No change is waited for. */
  void forgetChange() {
    stepWatts = Double.NaN;
  }

  /** What the last change has come to: a scalar Kalman filter. */
  void settled(double watts, double share) {
    double ratio = StrictMath.log(share / stepShare);
    if (stepWatts > 0 && watts > 0 && Math.abs(ratio) > LEAST_STEP) {
      double seen = StrictMath.log(watts / stepWatts) / ratio;
      // A load changes now and then, by which power changes more than by clocks.
      if (seen > 0 && seen < MOST_EXPONENT) {
        double ofSeen = 0.05 / Math.abs(ratio) + 0.1;
        double gain = error * error / (error * error + ofSeen * ofSeen);
        exponent += gain * (seen - exponent);
        error = Math.max(LEAST_ERROR, error * Math.sqrt(1 - gain));
      }
    }
    stepWatts = Double.NaN;
  }

  /** The most that it may be at another share of the own clock. */
  double at(double watts, double share, double other) {
    double ratio = other / share;
    return ratio > 1
        ? watts * Math.min(StrictMath.pow(ratio, exponent + error), mostRise(share, other))
        : watts * StrictMath.pow(ratio, least());
  }

  /** How many times the power is most at a higher clock, of a device with the least fixed power. */
  private static double mostRise(double share, double other) {
    double most = 1;
    for (double b = 1; b <= MOST_EXPONENT; b += 0.25) {
      most = Math.max(most, withFixed(other, b) / withFixed(share, b));
    }
    return most;
  }

  private static double withFixed(double share, double b) {
    return LEAST_FIXED + (1 - LEAST_FIXED) * StrictMath.pow(share, b);
  }

  /**
   * The most that it may be between two shares at which it is known. {@code a + c f^k} is convex in
   * logarithms, so that their straight line lies above it.
   */
  static double between(
      double lowWatts, double lowShare, double highWatts, double highShare, double share) {
    if (!(highShare > lowShare) || share >= highShare) {
      return highWatts;
    }
    double slope = StrictMath.log(highWatts / lowWatts) / StrictMath.log(highShare / lowShare);
    return lowWatts * StrictMath.pow(share / lowShare, slope);
  }

  /** What the own clock would surely take. */
  double atOwnClock(double watts, double share) {
    return watts * Math.min(StrictMath.pow(1 / share, least()), 1 / withFixed(share, 1));
  }

  private double least() {
    return Math.max(0, exponent - error);
  }
}
