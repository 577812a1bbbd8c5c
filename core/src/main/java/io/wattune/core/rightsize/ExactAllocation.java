package io.wattune.core.rightsize;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The least units in all with which a model is as fast as is asked: {@code min sum c_k} such that
 * {@code sum t_k(c_k) <= threshold}, a knapsack with one choice of each kernel. Exact, for times of
 * any shape; of allocations with as few units it is the fastest among what is searched.
 *
 * <p>Way: a price of time ({@code lambda}, units a second) by bisection gives a lower bound {@code
 * sum of min(c + lambda t) - lambda threshold} (Lagrange; Everett 1963) and, at its upper side, an
 * allocation that is fast enough. A choice whose cost by that price is further above the kernel's
 * best than bound and allocation are apart can be in no better one, and is left out. What is left
 * goes through a dynamic programme over the units. Test: {@code ExactAllocationTest}, against all
 * allocations.
 */
public final class ExactAllocation {
  /** Sums of times in another order differ by so much at most, as a part. */
  private static final double ROUNDING = 1e-12;

  private final KernelTimes times;
  private final double threshold;
  private final double lambda;

  private ExactAllocation(KernelTimes times, double threshold) {
    this.times = times;
    this.threshold = threshold * (1 + ROUNDING);
    this.lambda = price();
  }

  /**
   * Units of each kernel.
   *
   * @param threshold seconds that the model may take
   * @throws IllegalArgumentException if it takes longer whatever the units
   */
  public static int[] of(KernelTimes times, double threshold) {
    return new ExactAllocation(times, threshold).solve();
  }

  private double cost(int kernel, int count, double price) {
    return count + price * times.seconds(kernel, count);
  }

  private int[] cheapest(double price) {
    int[] counts = new int[times.kernels()];
    for (int kernel = 0; kernel < counts.length; kernel++) {
      int best = 1;
      for (int count = 2; count <= times.units(); count++) {
        // Of equals the faster one, which has more units.
        best = cost(kernel, count, price) <= cost(kernel, best, price) ? count : best;
      }
      counts[kernel] = best;
    }
    return counts;
  }

  private boolean isFast(double price) {
    return times.sum(cheapest(price)) <= threshold;
  }

  /** A price at which the cheapest units are fast enough, close to the lowest such one. */
  private double price() {
    if (isFast(0)) {
      return 0;
    }
    if (!(times.least() <= threshold)) {
      throw new IllegalArgumentException(
          "the model takes longer than " + threshold + " s with any number of units");
    }
    double high = 1 / Math.max(threshold, Double.MIN_NORMAL);
    while (!isFast(high)) {
      high *= 4;
    }
    double low = 0;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (isFast(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private int[] solve() {
    int[] upper = cheapest(lambda);
    int most = Arrays.stream(upper).sum();
    double bound = -lambda * threshold;
    for (int kernel = 0; kernel < upper.length; kernel++) {
      bound += cost(kernel, upper[kernel], lambda);
    }
    return programme(choices(upper, most - bound), most);
  }

  /** For each kernel the units that can be in an allocation as good as the known one. */
  private List<int[]> choices(int[] best, double apart) {
    // A thousandth of a unit, so that rounding takes no choice away.
    double most = apart + 1e-3;
    List<int[]> choices = new ArrayList<>();
    for (int kernel = 0; kernel < best.length; kernel++) {
      double least = cost(kernel, best[kernel], lambda);
      int[] left = new int[times.units()];
      int number = 0;
      double fastest = Double.POSITIVE_INFINITY;
      for (int count = 1; count <= times.units(); count++) {
        // More units that are not faster than fewer are of no use to anybody.
        boolean isFaster = times.seconds(kernel, count) < fastest;
        fastest = Math.min(fastest, times.seconds(kernel, count));
        if (count == best[kernel] || (isFaster && cost(kernel, count, lambda) - least <= most)) {
          left[number++] = count;
        }
      }
      choices.add(Arrays.copyOf(left, number));
    }
    return choices;
  }

  /** The least time for each number of units above the least, kernel by kernel. */
  private int[] programme(List<int[]> choices, int most) {
    int least = choices.stream().mapToInt(each -> each[0]).sum();
    int width = most - least + 1;
    short[][] chosen = new short[choices.size()][width];
    double[] fastest = new double[width];
    Arrays.fill(fastest, 1, width, Double.POSITIVE_INFINITY);
    for (int kernel = 0; kernel < choices.size(); kernel++) {
      double[] next = new double[width];
      Arrays.fill(next, Double.POSITIVE_INFINITY);
      int[] counts = choices.get(kernel);
      for (int choice = 0; choice < counts.length; choice++) {
        int more = counts[choice] - counts[0];
        double seconds = times.seconds(kernel, counts[choice]);
        for (int at = more; at < width; at++) {
          double time = fastest[at - more] + seconds;
          if (time < next[at]) {
            next[at] = time;
            chosen[kernel][at] = (short) choice;
          }
        }
      }
      fastest = next;
    }
    int at = 0;
    // The known allocation is among the choices, so that the last is fast enough at the latest.
    while (at < width - 1 && fastest[at] > threshold) {
      at++;
    }
    int[] counts = new int[choices.size()];
    for (int kernel = counts.length - 1; kernel >= 0; kernel--) {
      int[] ofKernel = choices.get(kernel);
      counts[kernel] = ofKernel[chosen[kernel][at]];
      at -= counts[kernel] - ofKernel[0];
    }
    return counts;
  }
}
