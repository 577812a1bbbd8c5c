package io.wattune.core.estimate;

import io.wattune.core.sensor.SensorModel;
import java.util.Objects;

/**
 * True power over a stretch, as a random walk between steps at known boundaries.
 *
 * <p>How much power walks is found by maximum likelihood over the ladder of {@link RandomWalk}. For
 * a lag and for a sensor without memory the estimate stands at the samples ({@link LagSmoother}),
 * for a boxcar in the middle of the cells that its windows cut time into ({@link WindowCells}).
 * Tests: {@code PowerSmootherTest}.
 */
public final class PowerSmoother {
  private PowerSmoother() {}

  /** The walk that makes the samples likeliest. */
  public static RandomWalk likeliestWalk(SensorModel model, Stretch stretch) {
    RandomWalk best = RandomWalk.LADDER.get(0);
    double highest = Double.NEGATIVE_INFINITY;
    WindowCells cells = model.isBoxcar() ? new WindowCells(stretch, model.windowSeconds()) : null;
    LagLikelihood lag =
        model.isBoxcar() ? null : new LagLikelihood(stretch, model.timeConstantSeconds());
    boolean mayStep = hasSteps(stretch);
    for (RandomWalk walk : RandomWalk.LADDER) {
      if (walk.restlessness() > 1 && !mayStep) {
        continue; // it is restless after a step alone
      }
      double logLikelihood =
          lag != null ? lag.of(walk) : Objects.requireNonNull(cells).fit(walk).logLikelihood();
      if (logLikelihood > highest) {
        highest = logLikelihood;
        best = walk;
      }
    }
    return best;
  }

  /** What the samples up to each node say; for sensors that are no boxcars. */
  public static PowerEstimate filtered(SensorModel model, Stretch stretch, RandomWalk walk) {
    if (model.isBoxcar()) {
      throw new IllegalArgumentException("a boxcar's estimate is not made sample by sample");
    }
    return LagSmoother.of(stretch, model.timeConstantSeconds(), walk).filtered();
  }

  /** What all samples say. */
  public static PowerEstimate smoothed(SensorModel model, Stretch stretch, RandomWalk walk) {
    if (model.isBoxcar()) {
      var cells = new WindowCells(stretch, model.windowSeconds());
      return cells.estimate(cells.fit(walk));
    }
    return LagSmoother.of(stretch, model.timeConstantSeconds(), walk).smoothed();
  }

  /**
   * What all samples say of power at some times: for a boxcar in the cell that holds each, for all
   * others at the node that each is.
   *
   * @param seconds ascending; times of nodes where the sensor is no boxcar
   */
  public static PowerEstimate smoothedAt(
      SensorModel model, Stretch stretch, RandomWalk walk, double[] seconds) {
    if (model.isBoxcar()) {
      var cells = new WindowCells(stretch, model.windowSeconds());
      return cells.estimateAt(cells.fit(walk), seconds);
    }
    PowerEstimate all = smoothed(model, stretch, walk);
    double[] watts = new double[seconds.length];
    double[] variances = new double[seconds.length];
    int node = 0;
    for (int i = 0; i < seconds.length; i++) {
      while (all.seconds()[node] < seconds[i]) {
        node++;
      }
      watts[i] = all.watts()[node];
      variances[i] = all.variances()[node];
    }
    return new PowerEstimate(seconds, watts, variances);
  }

  private static boolean hasSteps(Stretch stretch) {
    for (boolean step : stretch.steps()) {
      if (step) {
        return true;
      }
    }
    return false;
  }
}
