package io.wattune.core.ledger;

import io.wattune.core.ring.RingPoint;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;

/**
 * What a first-order sensor read between two samples while power stepped there.
 *
 * <p>A step of power is a corner of the reading, and the straight line between the two samples cuts
 * it, by up to {@code J h / (4 C)} for a step {@code J} and samples {@code h} apart: {@code J h /
 * 4} of energy at each end of a kernel, 3 % of a K20's run of 0.1 s. While power is steady the
 * reading is an exponential, so the two samples before give it on the left of the corner, and the
 * two behind on the right:
 *
 * <pre>
 * left(s)  = yB + (yB - yA) (1 - exp(-s / C)) / (exp(hAB / C) - 1)
 * right(s) = yC - (yD - yC) (exp((hBC - s) / C) - 1) / (1 - exp(-hCD / C))
 * </pre>
 *
 * with {@code s} the time since sample B. Where the two cross between B and C is the corner: the
 * left holds before it, the right behind it. Where they do not cross, or miss C and B by no more
 * than {@value #NOISE} deviations of a sample, there is none to be seen, and the line stands.
 *
 * <p>The result depends on time and samples alone, not on what is known of activities, so energies
 * still add up whatever the intervals. Units: s, W. Exact for a step between steady powers;
 * otherwise the error is that of the steadiness over three samples. Test: {@code CornerTest}.
 */
final class Corner {
  private static final double NOISE = 2;

  /** No sample farther away is used: it must have come before anything here becomes final. */
  private static final long LONGEST_NANOS = 450_000_000L;

  private final SampleRing ring;
  private final RingPoint a = new RingPoint();
  private final RingPoint b = new RingPoint();
  private final RingPoint c = new RingPoint();
  private final RingPoint d = new RingPoint();

  Corner(SampleRing ring) {
    this.ring = ring;
  }

  /**
   * What is to be added to the reading of the straight line.
   *
   * @param timeNanos a time on the sensor's clock
   * @param at what the ring knows there
   */
  double offLineWatts(SensorProfile profile, long timeNanos, RingPoint at) {
    double constant = profile.timeConstantSeconds();
    long oldestNanos = ring.oldestNanos();
    long from = at.fromNanos;
    long to = at.toNanos;
    boolean isBetween = from != Long.MIN_VALUE && to != Long.MAX_VALUE && timeNanos > from;
    boolean lags = profile.sensorClass() == SensorClass.FIRST_ORDER_LAG;
    if (!lags || !isBetween || from <= oldestNanos || to - from > LONGEST_NANOS) {
      return 0;
    }
    ring.at(from, b);
    ring.at(to, c);
    if (c.toNanos == Long.MAX_VALUE || c.toNanos - timeNanos > LONGEST_NANOS) {
      return 0;
    }
    ring.at(from - 1, a);
    long before = a.fromNanos;
    if (before == Long.MIN_VALUE || before < oldestNanos || timeNanos - before > LONGEST_NANOS) {
      return 0;
    }
    ring.at(before, a);
    ring.at(c.toNanos, d);
    boolean isWhole =
        a.integral.brokenWatts == d.integral.brokenWatts
            && a.integral.gapNanos == d.integral.gapNanos;
    if (!isWhole) {
      return 0;
    }
    double hAB = (from - before) * 1e-9;
    double hBC = (to - from) * 1e-9;
    double hCD = (c.toNanos - to) * 1e-9;
    double since = (timeNanos - from) * 1e-9;
    return new Sides(a.watts, b.watts, c.watts, d.watts, hAB, hBC, hCD, constant)
        .offLineWatts(since, NOISE * profile.noiseWatts());
  }

  /** Four samples A to D, with a corner between B and C or none. */
  record Sides(
      double yA, double yB, double yC, double yD, double hAB, double hBC, double hCD, double c) {

    /** The reading at a time since B, less the line from B to C. */
    double offLineWatts(double since, double noise) {
      double atB = yB - right(0);
      double atC = left(hBC) - yC;
      boolean isCorner = atB * atC < 0 && Math.abs(atB) > noise && Math.abs(atC) > noise;
      if (!isCorner) {
        return 0;
      }
      double left = left(since);
      double right = right(since);
      boolean isBefore = (left - right) * atB > 0;
      return (isBefore ? left : right) - (yB + (yC - yB) * since / hBC);
    }

    private double left(double since) {
      return yB - (yB - yA) * StrictMath.expm1(-since / c) / StrictMath.expm1(hAB / c);
    }

    private double right(double since) {
      return yC + (yD - yC) * StrictMath.expm1((hBC - since) / c) / StrictMath.expm1(-hCD / c);
    }
  }
}
