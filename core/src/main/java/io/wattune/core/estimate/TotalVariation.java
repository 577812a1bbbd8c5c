package io.wattune.core.estimate;

import io.wattune.core.sensor.SensorModel;
import java.util.Arrays;

/**
 * True power in levels: least squares with a price on the sum of all steps, {@code min sum (y - A
 * u)^2 / (2 s^2) + sum |du| / b} (total variation). Steps at known boundaries are free.
 *
 * <p>Solved by majorisation: {@code |d| <= d^2 / (2 |d0|) + |d0| / 2} makes each round a random
 * walk with steps of variance {@code b |d0|}, which {@link LagSmoother} and {@link WindowCells}
 * solve. The price never grows from round to round. Batch only. Test: {@code TotalVariationTest}.
 */
public final class TotalVariation {
  private static final int ROUNDS = 30;

  /** Least size of a step that still counts, as a share of {@code b}: keeps variances above 0. */
  private static final double LEAST = 1e-4;

  private TotalVariation() {}

  /** Estimates; {@code b} is the mean size of a step from one sample to the next, in watts. */
  public static PowerEstimate of(SensorModel model, Stretch stretch, double b) {
    return model.isBoxcar()
        ? windows(new WindowCells(stretch, model.windowSeconds()), b)
        : lags(stretch, model.timeConstantSeconds(), b);
  }

  private static PowerEstimate lags(Stretch stretch, double c, double b) {
    double[] variances = new double[stretch.nodes()];
    Arrays.fill(variances, b * b);
    PowerEstimate estimate = LagSmoother.of(stretch, c, RandomWalk.steady(0), variances).smoothed();
    for (int round = 1; round < ROUNDS; round++) {
      for (int i = 0; i + 1 < variances.length; i++) {
        variances[i] = b * Math.max(LEAST * b, step(estimate.watts(), i + 1));
      }
      estimate = LagSmoother.of(stretch, c, RandomWalk.steady(0), variances).smoothed();
    }
    return estimate;
  }

  private static PowerEstimate windows(WindowCells cells, double b) {
    double[] variances = new double[cells.cells()];
    Arrays.fill(variances, b * b);
    WindowFit fit = cells.fit(cells.withFreeSteps(variances));
    for (int round = 1; round < ROUNDS; round++) {
      for (int j = 1; j < variances.length; j++) {
        variances[j] = b * Math.max(LEAST * b, step(fit.power(), j));
      }
      fit = cells.fit(cells.withFreeSteps(variances));
    }
    return cells.estimate(fit);
  }

  private static double step(double[] watts, int i) {
    return Math.abs(watts[i] - watts[i - 1]);
  }
}
