package io.wattune.core.ledger.integral;

import io.wattune.core.ring.RingPoint;
import io.wattune.core.ring.SampleNeighbours;
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

  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;
  private static final int D = 3;

  private final SampleNeighbours near;

  Corner(SampleRing ring) {
    this.near = new SampleNeighbours(ring);
  }

  /**
   * What is to be added to the reading of the straight line.
   *
   * @param timeNanos a time on the sensor's clock
   * @param at what the ring knows there
   */
  double offLineWatts(SensorProfile profile, long timeNanos, RingPoint at) {
    boolean isBetween =
        at.fromNanos != Long.MIN_VALUE && at.toNanos != Long.MAX_VALUE && timeNanos > at.fromNanos;
    boolean lags = profile.sensorClass() == SensorClass.FIRST_ORDER_LAG;
    if (!lags || !isBetween || at.toNanos - at.fromNanos > LONGEST_NANOS || !near.find(timeNanos)) {
      return 0;
    }
    boolean isNear =
        near.timeNanos(D) - timeNanos <= LONGEST_NANOS
            && timeNanos - near.timeNanos(A) <= LONGEST_NANOS;
    if (!isNear || !near.isWhole()) {
      return 0;
    }
    double hAB = (near.timeNanos(B) - near.timeNanos(A)) * 1e-9;
    double hBC = (near.timeNanos(C) - near.timeNanos(B)) * 1e-9;
    double hCD = (near.timeNanos(D) - near.timeNanos(C)) * 1e-9;
    double since = (timeNanos - near.timeNanos(B)) * 1e-9;
    double constant = profile.timeConstantSeconds();
    return new Sides(
            near.watts(A), near.watts(B), near.watts(C), near.watts(D), hAB, hBC, hCD, constant)
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
