package io.wattune.evaluation.training;

import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivityMetric;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import java.util.ArrayList;
import java.util.List;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresProblem;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * Least squares of a linear model whose value is held within 0..1: {@code min sum (clamp(b0 + sum b
 * x) - S)^2}. A sensitivity is used held within 0..1, so what lies beyond costs nothing; plain
 * least squares would bend the model to bring it back. Begins with plain least squares, goes on by
 * Levenberg and Marquardt, and is never worse than what it began with ({@code
 * ClampedLeastSquaresTest}).
 *
 * <p>Metrics are scaled to their spread first, so that percent and fractions weigh alike, and all
 * coefficients but the intercept are held towards 0 by the ridge, in weights of an example.
 */
final class ClampedLeastSquares {
  private static final int MOST_STEPS = 200;

  private final List<SensitivityMetric> metrics;
  private final double[][] x;
  private final double[] wanted;
  private final double[] roots;
  private final double ridge;
  private final double[] means;
  private final double[] spreads;

  private ClampedLeastSquares(
      List<TrainingExample> examples,
      Target target,
      List<SensitivityMetric> metrics,
      double ridge) {
    this.ridge = ridge;
    this.metrics = metrics;
    int n = examples.size();
    wanted = examples.stream().mapToDouble(each -> each.measured(target)).toArray();
    roots = examples.stream().mapToDouble(each -> Math.sqrt(each.weight())).toArray();
    means = new double[metrics.size()];
    spreads = new double[metrics.size()];
    x = new double[n][metrics.size()];
    for (int m = 0; m < metrics.size(); m++) {
      SensitivityMetric metric = metrics.get(m);
      double[] values = examples.stream().mapToDouble(each -> each.metric(metric)).toArray();
      means[m] = mean(values);
      spreads[m] = Math.max(1e-12, spread(values, means[m]));
      for (int i = 0; i < n; i++) {
        x[i][m] = (values[i] - means[m]) / spreads[m];
      }
    }
  }

  /** The coefficients that fit best. */
  static LinearModel fit(
      String name,
      String product,
      List<TrainingExample> examples,
      Target target,
      List<SensitivityMetric> metrics,
      double ridge) {
    var problem = new ClampedLeastSquares(examples, target, metrics, ridge);
    double[] plain = problem.solve(new double[metrics.size() + 1], false);
    double[] clamped = problem.solve(plain, true);
    boolean isBetter = problem.loss(clamped) <= problem.loss(plain);
    return problem.model(name, product, target, isBetter ? clamped : plain);
  }

  /** Sum of squares on the clamped value, of a model's own examples. */
  private double loss(double[] coefficients) {
    double sum = 0;
    for (double left : residuals(coefficients, true)) {
      sum += left * left;
    }
    return sum;
  }

  private double[] solve(double[] start, boolean isClamped) {
    LeastSquaresProblem problem =
        new LeastSquaresBuilder()
            .start(start)
            .model(at -> linearised(at.toArray(), isClamped))
            .target(new double[x.length + metrics.size()])
            .maxEvaluations(MOST_STEPS)
            .maxIterations(MOST_STEPS)
            .build();
    try {
      return new LevenbergMarquardtOptimizer().optimize(problem).getPoint().toArray();
    } catch (MathRuntimeException e) {
      return start; // A plateau that cannot be left: what it began with stands.
    }
  }

  private Pair<RealVector, RealMatrix> linearised(double[] at, boolean isClamped) {
    double[] left = residuals(at, isClamped);
    RealMatrix slopes = new Array2DRowRealMatrix(left.length, at.length);
    for (int i = 0; i < x.length; i++) {
      double raw = raw(at, i);
      if (!isClamped || (raw > 0 && raw < 1)) {
        slopes.setEntry(i, 0, roots[i]);
        for (int m = 0; m < metrics.size(); m++) {
          slopes.setEntry(i, m + 1, roots[i] * x[i][m]);
        }
      }
    }
    for (int m = 0; m < metrics.size(); m++) {
      slopes.setEntry(x.length + m, m + 1, Math.sqrt(ridge));
    }
    return new Pair<>(new ArrayRealVector(left, false), slopes);
  }

  private double[] residuals(double[] at, boolean isClamped) {
    double[] left = new double[x.length + metrics.size()];
    for (int i = 0; i < x.length; i++) {
      double raw = raw(at, i);
      left[i] = roots[i] * ((isClamped ? Math.max(0, Math.min(1, raw)) : raw) - wanted[i]);
    }
    for (int m = 0; m < metrics.size(); m++) {
      left[x.length + m] = Math.sqrt(ridge) * at[m + 1];
    }
    return left;
  }

  private double raw(double[] at, int example) {
    double raw = at[0];
    for (int m = 0; m < metrics.size(); m++) {
      raw += at[m + 1] * x[example][m];
    }
    return raw;
  }

  private LinearModel model(String name, String product, Target target, double[] scaled) {
    double intercept = scaled[0];
    List<LinearModel.Term> terms = new ArrayList<>();
    for (int m = 0; m < metrics.size(); m++) {
      double coefficient = scaled[m + 1] / spreads[m];
      intercept -= coefficient * means[m];
      terms.add(new LinearModel.Term(metrics.get(m), coefficient));
    }
    return new LinearModel(name, product, target.tunables(), intercept, terms);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double spread(double[] values, double mean) {
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return Math.sqrt(sum / values.length);
  }
}
