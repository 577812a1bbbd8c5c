package io.wattune.benchmarks.pairs;

import io.wattune.core.saving.StudentT;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The ratio of two things that were measured by turns or side by side, pair by pair: what else the
 * machine does changes both of a pair. The mean is that of the logarithms, and so is its 95 %
 * interval, by Student's t of the pairs.
 *
 * @param mean the ratio
 * @param lowest lower end of the interval; NaN of fewer than three pairs
 * @param highest upper end of it
 * @param pairs how many
 */
public record PairedRatio(double mean, double lowest, double highest, int pairs) {
  private static final double Z = 1.959963984540054;
  private static final int LEAST_PAIRS = 3;

  /** Of a measured value above 0, of the other over the plain one. */
  public static <T> PairedRatio of(List<Pair<T>> pairs, ToDoubleFunction<T> value) {
    return of(
        pairs.stream()
            .mapToDouble(
                pair -> value.applyAsDouble(pair.other()) / value.applyAsDouble(pair.plain()))
            .toArray());
  }

  /** Of ratios above 0. */
  public static PairedRatio of(double[] ratios) {
    double sum = 0;
    for (double ratio : ratios) {
      sum += Math.log(ratio);
    }
    double mean = sum / ratios.length;
    double squares = 0;
    for (double ratio : ratios) {
      squares += Math.pow(Math.log(ratio) - mean, 2);
    }
    int freedom = ratios.length - 1;
    double half =
        ratios.length < LEAST_PAIRS
            ? Double.NaN
            : Z * StudentT.widening(freedom) * Math.sqrt(squares / freedom / ratios.length);
    return new PairedRatio(
        Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half), ratios.length);
  }

  @Override
  public String toString() {
    return pairs < LEAST_PAIRS
        ? String.format(Locale.ROOT, "%.3f", mean)
        : String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", mean, lowest, highest);
  }
}
