package io.wattune.core.thermal.management;

import java.util.Arrays;

/**
 * How watts of blocks go with the clock: idle power has a part that stays and one that goes with
 * {@code f V^2}; the rest is energy of accesses, which goes with their rate and {@code V^2}.
 *
 * @param levels clocks and voltages
 * @param idleConstant watts of each block at any clock
 * @param idleClocked watts of each block at the fastest clock, going with f V^2
 */
@SuppressWarnings("ArrayRecordComponent") // Read often, never compared.
public record BlockPowerScaling(ClockLevels levels, double[] idleConstant, double[] idleClocked) {

  /** Watts of a block while nothing runs. */
  public double idle(int block, int level) {
    return idleConstant[block]
        + idleClocked[block] * levels.clockShare(level) * levels.voltageSquared(level);
  }

  /** Watts at another level of what was seen at one. */
  public double[] at(Observation seen, int level) {
    double[] watts = new double[seen.blockWatts().length];
    double factor =
        levels.rate(level, seen.computeShare())
            * levels.voltageSquared(level)
            / (levels.rate(seen.level(), seen.computeShare())
                * levels.voltageSquared(seen.level()));
    for (int b = 0; b < watts.length; b++) {
      double active = Math.max(0, seen.blockWatts()[b] - idle(b, seen.level()));
      watts[b] = idle(b, level) + factor * active;
    }
    return watts;
  }

  /** Watts above idle that blocks would take at the fastest clock. */
  public double[] active(Observation seen) {
    double[] watts = new double[seen.blockWatts().length];
    double factor =
        levels.rate(seen.level(), seen.computeShare()) * levels.voltageSquared(seen.level());
    Arrays.setAll(watts, b -> Math.max(0, seen.blockWatts()[b] - idle(b, seen.level())) / factor);
    return watts;
  }

  /** Watts if every block took its highest: accesses of each at the rate of the fastest clock. */
  public double[] highest(double[] mostActive, int level) {
    double[] watts = new double[mostActive.length];
    Arrays.setAll(watts, b -> idle(b, level) + mostActive[b] * levels.voltageSquared(level));
    return watts;
  }
}
