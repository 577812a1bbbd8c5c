package io.wattune.core.sensor;

/** Puts an edge that is over within a few updates into the {@link EdgePool}. */
final class ShortEdge {
  private static final int SETTLED_SAMPLES = StepCalibrator.SETTLED_SAMPLES;

  /** More samples on their way than this show the shape by themselves. */
  private static final int MOST_ON_THE_WAY = 9;

  private static final double AT_THE_END = 0.05;

  /** How far two updates may be from one period apart. */
  private static final double LARGEST_DEVIATION = 0.35;

  private ShortEdge() {}

  /** Takes the collected step of a state that has settled, with all its updates seen. */
  static void pool(
      CalibrationState state, CollectedStep collected, double periodSeconds, double noise) {
    if (state.lagSteps > 0 || state.boxcarStepsTold > 0) {
      return;
    }
    double[] seconds = collected.seconds();
    double[] watts = collected.watts();
    int samples = Math.min(watts.length, ResponseGrid.UPDATES);
    for (int i = 1; i < samples; i++) {
      double apart = (seconds[i] - seconds[i - 1]) / periodSeconds;
      if (Math.abs(apart - 1) > LARGEST_DEVIATION) {
        return;
      }
    }
    double level = 0;
    for (int i = watts.length - SETTLED_SAMPLES; i < watts.length; i++) {
      level += watts[i] / SETTLED_SAMPLES;
    }
    double step = level - state.baseWatts;
    double[] shares = new double[samples + 1];
    shares[0] = (state.lastBeforeWatts - state.baseWatts) / step;
    for (int i = 0; i < samples; i++) {
      shares[i + 1] = (watts[i] - state.baseWatts) / step;
    }
    int onTheWay = 0;
    for (double reached : watts) {
      double share = (reached - state.baseWatts) / step;
      onTheWay += share > AT_THE_END && share < 1 - AT_THE_END ? 1 : 0;
    }
    if (onTheWay > MOST_ON_THE_WAY) {
      return;
    }
    PoolState pool = state.pool;
    long updates =
        pool.edgeNanos == Long.MIN_VALUE
            ? 0
            : Math.round((state.baseNanos - pool.edgeNanos) * 1e-9 / periodSeconds);
    EdgePool.add(pool, shares, shares.length, noise / step, state.baseNanos, updates);
  }
}
