package io.wattune.testbed.gpu;

import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.SensorParameters;
import io.wattune.testbed.SensorUpdates;

/**
 * A power sensor that receives each level of power as it comes, and remembers as many as its newest
 * value needs: level by level the exact solution of {@code C dy/dt = P - y}, or the exact mean of
 * the window, as {@code LagSensor} gives them for a whole curve. What it shows depends on the
 * levels and the time, not on how often it is asked.
 */
final class StreamedSensor {
  private final SensorParameters parameters;
  private final SensorUpdates comb;
  private final SeededNoise noise;
  private final LevelHistory levels;

  private long shownUpdate = Long.MIN_VALUE;
  private int shownMilliwatts;

  /** A sensor that has settled at a level. */
  StreamedSensor(
      SensorParameters parameters, SensorUpdates comb, long seed, long startNanos, double watts) {
    this.parameters = parameters;
    this.comb = comb;
    this.noise = new SeededNoise(seed);
    levels = new LevelHistory(parameters.timeConstantSeconds(), startNanos, watts);
  }

  /** From this time on the power is this. Times do not go back. */
  void level(long nanos, double watts) {
    if (nanos > levels.newestNanos()) {
      levels.forgetBefore(shownNanos(comb.index(nanos - 1)) - parameters.windowNanos());
    }
    levels.add(nanos, watts);
  }

  /** What a poll reads at a time within the last level. */
  int milliwatts(long nanos) {
    long update = comb.index(nanos);
    if (update != shownUpdate) {
      shownMilliwatts =
          parameters.shownMilliwatts(watts(shownNanos(update)), noise.gaussian(update));
      shownUpdate = update;
    }
    return shownMilliwatts;
  }

  /** The end of what an update shows. */
  private long shownNanos(long update) {
    return comb.nanos(update) - parameters.delayNanos();
  }

  private double watts(long nanos) {
    long window = parameters.windowNanos();
    return window > 0
        ? (levels.joules(nanos) - levels.joules(nanos - window)) / (window * 1e-9)
        : levels.laggedWatts(nanos);
  }
}
