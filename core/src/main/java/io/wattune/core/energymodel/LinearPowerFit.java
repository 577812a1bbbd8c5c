package io.wattune.core.energymodel;

import static io.wattune.core.algebra.Products.dot;
import static io.wattune.core.algebra.Products.times;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fits {@link LinearPower} by reweighted least squares. The scale of the errors is the median of
 * their sizes without the {@code p} least, over 0.6745. Covariance: Huber 1981, chapter 7: {@code
 * K^2 (1 / (n - p)) sum of psi^2 / (mean of psi')^2 (X' X)^-1}, {@code K = 1 + p / n var(psi') /
 * (mean of psi')^2}, which is the textbook's {@code s^2 (X' X)^-1} for least squares. Coefficients
 * that end at 0 are held there, for the covariance as well. Test: {@code LinearPowerFitTest}.
 */
public final class LinearPowerFit {
  private static final int MOST_ROUNDS = 200;
  private static final double NORMAL_MEDIAN = 0.6745;

  private final double[][] rows;
  private final double[] watts;
  private final double[] norms;
  private final boolean isNonNegative;

  private LinearPowerFit(double[][] rows, double[] watts, double[] norms, boolean isNonNegative) {
    this.rows = rows;
    this.watts = watts;
    this.norms = norms;
    this.isNonNegative = isNonNegative;
  }

  /**
   * Fits to all kernels of a table.
   *
   * @param loss what an error costs
   * @param isNonNegative whether no energy may be below 0; needed where counters are as many as
   *     kernels
   */
  public static LinearPower of(KernelTable table, Loss loss, boolean isNonNegative) {
    MergedCounters merged = MergedCounters.of(table);
    int p = merged.groups().size() + 1;
    int n = table.size();
    if (n < 3 || (!isNonNegative && n <= p)) {
      throw new IllegalArgumentException(
          ("%s kernels do not distinguish %s coefficients: measure more kernels, leave "
                  + "counters out, or let no energy be below 0")
              .formatted(n, p));
    }
    double[] norms = new double[p];
    double[][] rows = new double[n][p];
    for (int i = 0; i < n; i++) {
      rows[i][0] = 1;
      for (int j = 1; j < p; j++) {
        rows[i][j] = table.rates()[i][merged.groups().get(j - 1).get(0)];
      }
      for (int j = 0; j < p; j++) {
        norms[j] += rows[i][j] * rows[i][j];
      }
    }
    for (int j = 0; j < p; j++) {
      norms[j] = Math.sqrt(norms[j]);
      for (double[] row : rows) {
        row[j] /= norms[j];
      }
    }
    return new LinearPowerFit(rows, table.watts(), norms, isNonNegative).fit(table, merged, loss);
  }

  private LinearPower fit(KernelTable table, MergedCounters merged, Loss loss) {
    int n = watts.length;
    double[] weights = new double[n];
    Arrays.fill(weights, 1);
    double[] x = solve(weights);
    if (loss == Loss.TUKEY) {
      // A biweight from a bad start may end at a bad place; Huber's has one place to end.
      x = reweighted(x, weights, Loss.HUBER);
    }
    if (loss != Loss.SQUARES) {
      x = reweighted(x, weights, loss);
    }
    return stated(table, merged, loss, x);
  }

  private double[] reweighted(double[] start, double[] weights, Loss loss) {
    double[] x = start;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double[] errors = errors(x);
      double scale = scale(errors, free(x));
      Arrays.setAll(weights, i -> loss.weight(errors[i] / scale));
      double[] next = solve(weights);
      double moved = 0;
      double size = 0;
      for (int j = 0; j < x.length; j++) {
        moved = Math.max(moved, Math.abs(next[j] - x[j]));
        size = Math.max(size, Math.abs(next[j]));
      }
      x = next;
      if (moved <= 1e-9 * size) {
        break;
      }
    }
    return x;
  }

  private double[] solve(double[] weights) {
    int p = norms.length;
    double[][] gram = new double[p][p];
    double[] right = new double[p];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < p; j++) {
        right[j] += weights[i] * rows[i][j] * watts[i];
        for (int k = 0; k < p; k++) {
          gram[j][k] += weights[i] * rows[i][j] * rows[i][k];
        }
      }
    }
    if (isNonNegative) {
      return NonNegativeLeastSquares.solve(gram, right);
    }
    if (!DenseInverse.invert(gram)) {
      throw new IllegalArgumentException(
          "the kernels that are no outliers do not distinguish the counters: leave counters out");
    }
    return times(gram, gram.length, right);
  }

  private double[] errors(double[] x) {
    double[] errors = new double[watts.length];
    Arrays.setAll(errors, i -> watts[i] - dot(rows[i], x));
    return errors;
  }

  private static double scale(double[] errors, int p) {
    double[] sizes = Arrays.stream(errors).map(Math::abs).sorted().toArray();
    int from = Math.min(p, sizes.length - 1);
    int left = sizes.length - from;
    double median = (sizes[from + (left - 1) / 2] + sizes[from + left / 2]) / 2;
    return Math.max(median / NORMAL_MEDIAN, Double.MIN_NORMAL);
  }

  private int free(double[] x) {
    return isNonNegative ? (int) Arrays.stream(x).filter(each -> each != 0).count() : x.length;
  }

  private LinearPower stated(KernelTable table, MergedCounters merged, Loss loss, double[] x) {
    int p = x.length;
    int n = watts.length;
    int free = free(x);
    double[] errors = errors(x);
    double freedom = Math.max(1, n - free);
    double scale =
        loss == Loss.SQUARES ? Math.sqrt(dot(errors, errors) / freedom) : scale(errors, free);
    double[][] covariances = covariances(x, free, variance(loss, errors, scale, free));
    List<LinearPower.Term> terms = new ArrayList<>();
    for (int j = 0; j < p; j++) {
      List<Integer> counters = j == 0 ? List.of() : merged.groups().get(j - 1);
      terms.add(
          new LinearPower.Term(
              counters,
              counters.stream().map(table.counters()::get).toList(),
              x[j] / norms[j],
              Math.sqrt(covariances[j][j])));
    }
    return new LinearPower(terms, covariances, scale);
  }

  /** What {@code (X' X)^-1} is multiplied by. */
  private double variance(Loss loss, double[] errors, double scale, int p) {
    int n = errors.length;
    double squares = 0;
    double slopes = 0;
    double slopesSquared = 0;
    for (double error : errors) {
      double u = error / scale;
      double pull = u * loss.weight(u);
      double slope = loss.slope(u);
      squares += pull * pull;
      slopes += slope / n;
      slopesSquared += slope * slope / n;
    }
    double spread = slopesSquared - slopes * slopes;
    double correction = 1 + p / (double) n * spread / (slopes * slopes);
    return correction
        * correction
        * scale
        * scale
        * squares
        / Math.max(1, n - p)
        / (slopes * slopes);
  }

  private double[][] covariances(double[] x, int free, double variance) {
    int p = x.length;
    int[] which = new int[free];
    int at = 0;
    for (int j = 0; j < p; j++) {
      if (!isNonNegative || x[j] != 0) {
        which[at++] = j;
      }
    }
    double[][] gram = new double[free][free];
    for (double[] row : rows) {
      for (int i = 0; i < free; i++) {
        for (int j = 0; j < free; j++) {
          gram[i][j] += row[which[i]] * row[which[j]];
        }
      }
    }
    double[][] covariances = new double[p][p];
    for (double[] row : covariances) {
      Arrays.fill(row, Double.NaN);
    }
    if (DenseInverse.invert(gram)) {
      for (int i = 0; i < free; i++) {
        for (int j = 0; j < free; j++) {
          covariances[which[i]][which[j]] =
              variance * gram[i][j] / norms[which[i]] / norms[which[j]];
        }
      }
    }
    return covariances;
  }
}
