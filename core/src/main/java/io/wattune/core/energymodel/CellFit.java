package io.wattune.core.energymodel;

import static io.wattune.core.algebra.Products.dot;
import static io.wattune.core.algebra.Products.times;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fits {@code P = sum of e_j x_j}, no energy below 0, to few points that stand for many
 * measurements each, together with what was known before. A point's power is off by what such a
 * model misses there, of the same size {@code s} everywhere, and by the error of its own mean.
 *
 * <p>Huber's joint estimate of coefficients and scale (Huber 1981, section 7.8, "proposal 2",
 * {@code c = 1.345}), with weights {@code 1 / (s^2 + v)}. Until there are points to spare, {@code
 * s} is taken to be {@value #MISSED_SHARE} of the mean power, which counts as {@value
 * #MISSED_FREEDOM} degrees of freedom. Covariance: {@code 1.0526 (X' W X + prior)^-1}, the former
 * for what Huber's weights lose, times the square of Student's quantile over the normal one, so
 * that two errors hold 95 % with few points as well (Abramowitz and Stegun 1964, 26.7.5, at 2).
 * Coefficients at their bound have the error that they would have without it. Rates in any unit; a
 * power of 2 to 17 columns. Test: {@code CellFitTest}.
 */
public final class CellFit {
  private static final double MISSED_SHARE = 0.1;
  private static final double MISSED_FREEDOM = 2;
  private static final int MOST_ROUNDS = 50;

  /** Mean square of Huber's pull for normal errors, at 1.345. */
  private static final double MEAN_SQUARE_PULL = 0.7102;

  /** {@link #MEAN_SQUARE_PULL} over the square of the share of errors within 1.345. */
  private static final double LOST = 1.0526;

  /**
   * What was known before.
   *
   * @param joules coefficients
   * @param variances of each; infinite for one of which nothing was known
   */
  @SuppressWarnings("ArrayRecordComponent") // Owned by the fit.
  public record CellPrior(double[] joules, double[] variances) {}

  /**
   * The outcome.
   *
   * @param joules coefficients
   * @param covariances of them, row by row
   * @param missedWatts standard deviation of a point about the model, without its own error
   * @param freedom degrees of freedom of the errors
   */
  @SuppressWarnings("ArrayRecordComponent") // Owned by whoever asked.
  public record Fitted(
      double[] joules, double[][] covariances, double missedWatts, double freedom) {}

  private final double[][] rows;
  private final double[] watts;
  private final double[] variances;
  private final double[] norms;
  private final double[] prior;
  private final double[] precision;

  private CellFit(
      double[][] rates,
      double[] watts,
      double[] variances,
      double[] norms,
      @Nullable CellPrior known) {
    this.watts = watts;
    this.variances = variances;
    this.norms = norms;
    int p = norms.length;
    rows = new double[watts.length][p];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < p; j++) {
        rows[i][j] = rates[i][j] / norms[j];
      }
    }
    prior = new double[p];
    precision = new double[p];
    for (int j = 0; j < p && known != null; j++) {
      prior[j] = known.joules()[j] * norms[j];
      precision[j] = 1 / (known.variances()[j] * norms[j] * norms[j]);
    }
  }

  /**
   * Fits.
   *
   * @param rates of each point, all columns; one that is 1 everywhere is the idle power
   * @param watts of each point
   * @param variances of each point's mean
   * @param known before; null for nothing
   * @return empty where the points cannot distinguish the columns
   */
  public static Optional<Fitted> of(
      double[][] rates, double[] watts, double[] variances, @Nullable CellPrior known) {
    if (rates.length == 0) {
      return Optional.empty();
    }
    int p = rates[0].length;
    double[] norms = new double[p];
    for (int j = 0; j < p; j++) {
      for (double[] row : rates) {
        norms[j] = Math.max(norms[j], Math.abs(row[j]));
      }
      if (norms[j] == 0) {
        norms[j] = known == null ? 1 : ofUnused(known.variances()[j]);
      }
    }
    return new CellFit(rates, watts, variances, norms, known).fit();
  }

  /** Energies of an event are tiny: beside a precision of 1e24 no other would count. */
  private static double ofUnused(double variance) {
    return variance > 0 && !Double.isInfinite(variance) ? 1 / Math.sqrt(variance) : 1;
  }

  private Optional<Fitted> fit() {
    int n = watts.length;
    int p = norms.length;
    double mean = Arrays.stream(watts).average().orElse(0);
    double guessed = MISSED_SHARE * mean * MISSED_SHARE * mean;
    double ownVariance = Arrays.stream(variances).average().orElse(0);
    double missed = guessed;
    double freedom = MISSED_FREEDOM;
    double[] pulls = new double[n];
    Arrays.fill(pulls, 1);
    double[] x = new double[p];
    double[][] inverse = new double[p][p];
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double[] right = new double[p];
      double[][] gram = gram(pulls, missed, right);
      double[] next = NonNegativeLeastSquares.solve(gram, right);
      inverse = gram;
      if (!DenseInverse.invert(inverse)) {
        return Optional.empty();
      }
      freedom = MISSED_FREEDOM + Math.max(0, n - used(inverse, pulls, missed));
      double squares = MISSED_FREEDOM * guessed / (missed + ownVariance);
      for (int i = 0; i < n; i++) {
        double u = (watts[i] - dot(rows[i], next)) / Math.sqrt(missed + variances[i]);
        pulls[i] = Loss.HUBER.weight(u);
        squares += pulls[i] * u * pulls[i] * u / MEAN_SQUARE_PULL;
      }
      double before = missed;
      double least = 1e-8 * mean * mean;
      missed = Math.max(least, squares / freedom * (missed + ownVariance) - ownVariance);
      boolean isSteady = Math.abs(missed - before) <= 1e-4 * before && moved(x, next) < 1e-6;
      x = next;
      if (isSteady) {
        break;
      }
    }
    double student = studentAtTwo(freedom) / 2;
    double widened = LOST * student * student;
    double[][] covariances = new double[p][p];
    double[] joules = new double[p];
    for (int i = 0; i < p; i++) {
      joules[i] = x[i] / norms[i];
      for (int j = 0; j < p; j++) {
        covariances[i][j] = widened * inverse[i][j] / norms[i] / norms[j];
      }
    }
    return Optional.of(new Fitted(joules, covariances, Math.sqrt(missed), freedom));
  }

  private double[][] gram(double[] pulls, double missed, double[] right) {
    int p = norms.length;
    double[][] gram = new double[p][p];
    for (int i = 0; i < rows.length; i++) {
      double weight = pulls[i] / (missed + variances[i]);
      for (int j = 0; j < p; j++) {
        right[j] += weight * rows[i][j] * watts[i];
        for (int k = 0; k < p; k++) {
          gram[j][k] += weight * rows[i][j] * rows[i][k];
        }
      }
    }
    for (int j = 0; j < p; j++) {
      right[j] += precision[j] * prior[j];
      gram[j][j] += precision[j];
    }
    return gram;
  }

  /** Points that the coefficients take: the trace of the hat matrix. */
  private double used(double[][] inverse, double[] pulls, double missed) {
    double used = 0;
    for (int i = 0; i < rows.length; i++) {
      double weight = pulls[i] / (missed + variances[i]);
      used += weight * dot(rows[i], times(inverse, inverse.length, rows[i]));
    }
    return used;
  }

  private static double moved(double[] from, double[] to) {
    double moved = 0;
    double size = Double.MIN_NORMAL;
    for (int j = 0; j < from.length; j++) {
      moved = Math.max(moved, Math.abs(to[j] - from[j]));
      size = Math.max(size, Math.abs(to[j]));
    }
    return moved / size;
  }

  /** What holds as much of Student's distribution as 2 does of the normal one; 1 % off at 3. */
  static double studentAtTwo(double freedom) {
    return 2 + 2.5 / freedom + 3.0625 / (freedom * freedom) + 2.859 / (freedom * freedom * freedom);
  }
}
