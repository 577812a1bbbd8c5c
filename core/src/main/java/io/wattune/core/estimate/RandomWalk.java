package io.wattune.core.estimate;

import java.util.ArrayList;
import java.util.List;

/**
 * How much power walks at random: by so much variance per second, and more while it is restless
 * after a boundary.
 *
 * @param variancePerSecond in W^2/s
 * @param restlessness factor on it within {@value #RESTLESS_SECONDS} s after a boundary
 */
public record RandomWalk(double variancePerSecond, double restlessness) {

  /** Clocks of some cards rise for 0.2 s once a load has started: half as long again. */
  static final double RESTLESS_SECONDS = 0.3;

  /**
   * Standard deviation of a walk within a second from 0.01 W to 1 kW, still or of no order at all,
   * and thirty or a thousand times as much after a boundary: a ramp of 0.2 s in a load that is
   * otherwise steady to a tenth of a watt in a second has a thousand times.
   */
  static final List<RandomWalk> LADDER = ladder();

  public RandomWalk {
    if (!(variancePerSecond >= 0 && variancePerSecond < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "variancePerSecond must be finite and not negative, was " + variancePerSecond);
    }
    if (!(restlessness >= 1 && restlessness < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "restlessness must be finite and at least 1, was " + restlessness);
    }
  }

  /** A walk that is the same all the time. */
  public static RandomWalk steady(double variancePerSecond) {
    return new RandomWalk(variancePerSecond, 1);
  }

  /** Variance per second so long after the newest boundary. */
  double after(double seconds) {
    return seconds < RESTLESS_SECONDS ? variancePerSecond * restlessness : variancePerSecond;
  }

  private static List<RandomWalk> ladder() {
    var ladder = new ArrayList<RandomWalk>();
    for (double restlessness : new double[] {1, 1e3, 1e6}) {
      for (int decade = -4; decade <= 6; decade++) {
        ladder.add(new RandomWalk(StrictMath.pow(10, decade), restlessness));
      }
    }
    return List.copyOf(ladder);
  }
}
