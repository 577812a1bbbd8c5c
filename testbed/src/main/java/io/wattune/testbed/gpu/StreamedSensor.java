package io.wattune.testbed.gpu;

import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.SensorParameters;
import io.wattune.testbed.UpdateComb;

/**
 * A power sensor that is told of each level of power as it comes and remembers the last one alone:
 * the exact solution of {@code C dy/dt = P - y} level by level, as {@code LagResponse} gives it for
 * a whole curve. What it shows depends on the levels and the time, not on how often it is asked.
 */
final class StreamedSensor {
  private final SensorParameters parameters;
  private final UpdateComb comb;
  private final SeededNoise noise;

  private long levelNanos;
  private double levelWatts;

  /** After the lag, at the start of the level. */
  private double laggedWatts;

  /** After the lag, at the last update before the level. */
  private double heldWatts;

  private long shownUpdate = Long.MIN_VALUE;
  private int shownMilliwatts;

  /** A sensor that has settled at a level. */
  StreamedSensor(
      SensorParameters parameters, UpdateComb comb, long seed, long startNanos, double watts) {
    this.parameters = parameters;
    this.comb = comb;
    this.noise = new SeededNoise(seed);
    levelNanos = startNanos;
    levelWatts = watts;
    laggedWatts = watts;
    heldWatts = watts;
  }

  /** From this time on the power is this. Times do not go back. */
  void level(long nanos, double watts) {
    if (nanos > levelNanos) {
      long update = comb.nanos(comb.index(nanos - 1));
      if (update >= levelNanos) {
        heldWatts = lagged(update);
      }
      laggedWatts = lagged(nanos);
      levelNanos = nanos;
    }
    levelWatts = watts;
  }

  /** What a poll reads at a time within the last level. */
  int milliwatts(long nanos) {
    long update = comb.index(nanos);
    if (update != shownUpdate) {
      long updateNanos = comb.nanos(update);
      double lagged = updateNanos >= levelNanos ? lagged(updateNanos) : heldWatts;
      shownMilliwatts = parameters.shownMilliwatts(lagged, noise.gaussian(update));
      shownUpdate = update;
    }
    return shownMilliwatts;
  }

  private double lagged(long nanos) {
    double c = parameters.timeConstantSeconds();
    if (c == 0) {
      return levelWatts;
    }
    double decay = StrictMath.exp(-(nanos - levelNanos) * 1e-9 / c);
    return levelWatts + (laggedWatts - levelWatts) * decay;
  }
}
