package io.wattune.evaluation.characterise;

import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.sweep.Testbed;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * Fits the free constants of a card to what is published of the card: least squares of the figures,
 * each over what reading it leaves open, and of the constants, each over its prior range (Levenberg
 * and Marquardt, from starts drawn within the ranges). No result of a policy goes in.
 *
 * <p>Four figures hold seven constants: what they leave open stays in the middle of its range, and
 * its error says so.
 */
public final class CardFit {
  /** Digits that the fitted constants are kept to: as many as no start changes. */
  private static final MathContext KEPT = new MathContext(4);

  /** Step of the differences, in standard deviations of a constant. */
  private static final double STEP = 1e-4;

  private static final int MOST_EVALUATIONS = 500;

  private final Testbed testbed;

  private CardFit(Testbed testbed) {
    this.testbed = testbed;
  }

  /**
   * A fitted constant.
   *
   * @param key its key in the card's file
   * @param low lower end of its prior range
   * @param high upper end of it
   * @param value fitted
   * @param error standard error after the fit
   */
  public record Fitted(String key, double low, double high, double value, double error) {}

  /**
   * A fit.
   *
   * @param gpu the card with the fitted constants
   * @param constants what was fitted
   * @param cost half the sum of squares at the best start
   * @param spread largest difference of a constant between two starts, in its prior's standard
   *     deviations
   */
  public record Result(GpuModel gpu, List<Fitted> constants, double cost, double spread) {
    public Result {
      constants = List.copyOf(constants);
    }
  }

  /**
   * Fits the constants of a testbed's card.
   *
   * @param seed of the starts
   * @param starts how many
   * @param done receives the number of starts that are done
   */
  public static Result fit(Testbed testbed, long seed, int starts, IntConsumer done) {
    if (starts < 1) {
      throw new IllegalArgumentException("starts must be at least 1, was " + starts);
    }
    var fit = new CardFit(testbed);
    var noise = new SeededNoise(seed);
    int constants = FreeConstant.ALL.size();
    List<LeastSquaresOptimizer.Optimum> optima = new ArrayList<>();
    for (int s = 0; s < starts; s++) {
      double[] start = new double[constants];
      for (int c = 0; c < constants; c++) {
        start[c] = 4 * noise.uniform((long) s * constants + c) - 2;
      }
      optima.add(fit.from(start));
      done.accept(s + 1);
    }
    return fit.result(optima);
  }

  private LeastSquaresOptimizer.Optimum from(double[] start) {
    int residuals = residuals(start).length;
    return new LevenbergMarquardtOptimizer()
        .optimize(
            new LeastSquaresBuilder()
                .start(start)
                .model(this::linearised)
                .target(new double[residuals])
                .maxEvaluations(MOST_EVALUATIONS)
                .maxIterations(MOST_EVALUATIONS)
                .build());
  }

  /** What is left of figures and priors, each over its standard deviation. */
  private double[] residuals(double[] deviations) {
    var measures = new CardMeasures(new Testbed(gpu(deviations), testbed.applications()));
    double[] left = new double[4 + deviations.length];
    left[0] = (measures.kneeOfDeviceMemory() - 4) / 0.5;
    // Of the lowest it is 1.7, of the highest 3.33: the middle of the logarithms, either end at 1.
    left[1] = (StrictMath.log(measures.computePowerRatio()) - 0.868) / 0.337;
    left[2] = (measures.memoryPowerSwing() - 0.10) / 0.01;
    // Always boosts: below the 250 W of such cards, and not by much for what loads all units.
    left[3] = (measures.highestWatts() - 235) / 7.5;
    System.arraycopy(deviations, 0, left, 4, deviations.length);
    return left;
  }

  private Pair<RealVector, RealMatrix> linearised(RealVector point) {
    double[] at = point.toArray();
    double[] value = residuals(at);
    RealMatrix slopes = new Array2DRowRealMatrix(value.length, at.length);
    for (int c = 0; c < at.length; c++) {
      double[] above = residuals(moved(at, c, STEP));
      double[] below = residuals(moved(at, c, -STEP));
      for (int r = 0; r < value.length; r++) {
        slopes.setEntry(r, c, (above[r] - below[r]) / (2 * STEP));
      }
    }
    return new Pair<>(new ArrayRealVector(value, false), slopes);
  }

  private static double[] moved(double[] point, int index, double by) {
    double[] moved = point.clone();
    moved[index] += by;
    return moved;
  }

  private GpuModel gpu(double[] deviations) {
    double[] values = new double[deviations.length];
    for (int c = 0; c < deviations.length; c++) {
      values[c] = FreeConstant.ALL.get(c).value(deviations[c]);
    }
    return FreeConstant.apply(testbed.gpu(), values);
  }

  private Result result(List<LeastSquaresOptimizer.Optimum> optima) {
    LeastSquaresOptimizer.Optimum best = optima.get(0);
    for (LeastSquaresOptimizer.Optimum each : optima) {
      best = each.getCost() < best.getCost() ? each : best;
    }
    double spread = 0;
    for (LeastSquaresOptimizer.Optimum each : optima) {
      spread = Math.max(spread, each.getPoint().getLInfDistance(best.getPoint()));
    }
    RealVector errors = best.getSigma(1e-12);
    List<Fitted> constants = new ArrayList<>();
    double[] values = new double[FreeConstant.ALL.size()];
    for (int c = 0; c < values.length; c++) {
      FreeConstant each = FreeConstant.ALL.get(c);
      double value = each.value(best.getPoint().getEntry(c));
      values[c] = BigDecimal.valueOf(value).round(KEPT).doubleValue();
      double error = errors.getEntry(c) * each.deviation();
      constants.add(new Fitted(each.key(), each.low(), each.high(), values[c], error));
    }
    double cost = 0.5 * best.getCost() * best.getCost();
    return new Result(FreeConstant.apply(testbed.gpu(), values), constants, cost, spread);
  }
}
