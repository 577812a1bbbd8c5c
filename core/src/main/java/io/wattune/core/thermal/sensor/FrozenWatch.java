package io.wattune.core.thermal.sensor;

/**
 * Whether a sensor shows the same value though power has moved. Power is seen through a lag of ten
 * seconds, as a chip's heat is, so that short loads move neither; what it must have moved by is a
 * share of the highest ever seen, which on any cooler is some kelvin. Test: {@code HeatWatchTest}.
 */
final class FrozenWatch {
  private static final double LAG_SECONDS = 10;
  private static final double SHARE = 0.4;

  /** A sensor in steps may stand still for some time where heat turns from falling to rising. */
  private static final double LONG_SECONDS = 30;

  private static final double LONG_SHARE = 0.2;
  private static final double LEAST_WATTS = 10;

  private double slow = Double.NaN;
  private double highest;
  private double shown = Double.NaN;
  private double from;
  private double to;
  private double still;

  void power(double watts, double seconds) {
    still += seconds;
    highest = Math.max(highest, watts);
    if (Double.isNaN(slow)) {
      // What it showed before any power came counts from now on.
      slow = watts;
      from = watts;
      to = watts;
      return;
    }
    slow = watts + (slow - watts) * StrictMath.exp(-seconds / LAG_SECONDS);
    from = Math.min(from, slow);
    to = Math.max(to, slow);
  }

  void temperature(double celsius) {
    if (celsius != shown) {
      shown = celsius;
      from = slow;
      to = slow;
      still = 0;
    }
  }

  boolean isFrozen() {
    return to - from
        >= Math.max(LEAST_WATTS, (still < LONG_SECONDS ? SHARE : LONG_SHARE) * highest);
  }
}
