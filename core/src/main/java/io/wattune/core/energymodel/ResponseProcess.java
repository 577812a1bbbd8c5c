package io.wattune.core.energymodel;

import static io.wattune.core.algebra.Products.dot;
import static io.wattune.core.algebra.Products.times;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One Gaussian process: a constant, the components' responses of one shape, and noise of one kind
 * and size. With {@code K} the covariance of the kernels, noise and constant included, {@code a =
 * K^-1 (y - m)} and {@code k} the covariance with a new kernel, the new kernel's power is {@code m
 * + k' a}, of variance {@code s^2 (k0 - k' K^-1 k)}; {@code s^2 = (y - m)' a / (n - 1)} (Rasmussen
 * and Williams 2006, equations 2.25 and 2.26). How well it predicts each kernel from the others is
 * in closed form: {@code y - a / K^-1_ii}, of variance {@code s^2 / K^-1_ii} (their 5.12). Test:
 * {@code ResponseProcessTest}, against fits without each kernel.
 *
 * @param noise variance of the noise, over that of the components
 * @param mean {@code m}
 * @param weights {@code a}
 * @param inverse {@code K^-1}
 * @param variance {@code s^2}
 * @param evidence sum over the kernels of the logarithm of the density, per watt, that the process
 *     has for a kernel's power when fitted to the others (a pseudo-likelihood: Geisser and Eddy
 *     1979)
 */
@SuppressWarnings("ArrayRecordComponent") // Owned, never compared.
record ResponseProcess(
    NoiseKind kind,
    double noise,
    double mean,
    double meanWatts,
    double[] weights,
    double[][] inverse,
    double variance,
    double evidence) {
  /** Variance of the constant, over that of the components: so large that it is not held back. */
  static final double CONSTANT = 100;

  /**
   * Fits.
   *
   * @param covariance of the kernels' components, of unit size
   * @param watts of the kernels
   * @param noise variance of the noise, over that of the components
   * @return null where rounding makes the matrix singular
   */
  static @Nullable ResponseProcess fit(
      double[][] covariance, double[] watts, NoiseKind kind, double noise) {
    int n = watts.length;
    double meanWatts = 0;
    for (double each : watts) {
      meanWatts += each / n;
    }
    double[][] inverse = new double[n][n];
    double sum = 0;
    double total = 0;
    for (int i = 0; i < n; i++) {
      double weight = kind.weight(watts[i], meanWatts);
      for (int j = 0; j < n; j++) {
        inverse[i][j] = covariance[i][j] + CONSTANT;
      }
      inverse[i][i] += noise * weight;
      sum += kind.inward(watts[i]) / weight;
      total += 1 / weight;
    }
    if (!DenseInverse.invert(inverse)) {
      return null;
    }
    double mean = sum / total;
    double[] centred = new double[n];
    Arrays.setAll(centred, i -> kind.inward(watts[i]) - mean);
    double[] a = times(inverse, inverse.length, centred);
    double variance = dot(a, centred) / (n - 1);
    if (!(variance > 0)) {
      // All kernels of the same power: any error is right that is small beside it.
      variance = 1e-20 * mean * mean + Double.MIN_NORMAL;
    }
    double evidence = 0;
    for (int i = 0; i < n; i++) {
      double precision = inverse[i][i] / variance;
      double error = a[i] / inverse[i][i];
      evidence += 0.5 * (StrictMath.log(precision) - error * error * precision);
      evidence -= StrictMath.log(kind.slope(watts[i]));
    }
    return new ResponseProcess(kind, noise, mean, meanWatts, a, inverse, variance, evidence);
  }

  /**
   * Power of another kernel.
   *
   * @param covariance with each kernel of the fit
   * @param own covariance with itself
   */
  PowerPrediction predict(double[] covariance, double own) {
    double[] k = new double[covariance.length];
    Arrays.setAll(k, i -> covariance[i] + CONSTANT);
    double value = mean + dot(k, weights);
    double doubt = own + CONSTANT - dot(k, times(inverse, inverse.length, k));
    double watts = kind.outward(value);
    double total = variance * (Math.max(0, doubt) + noise * kind.weight(watts, meanWatts));
    return new PowerPrediction(watts, kind.slope(watts) * Math.sqrt(total));
  }
}
