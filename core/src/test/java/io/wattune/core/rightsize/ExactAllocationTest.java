package io.wattune.core.rightsize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactAllocationTest {
  /** Times of any shape, with steps and rises, against all 4 to 6^4 allocations. */
  @Test
  void noAllocationHasFewerUnits() {
    for (int seed = 0; seed < 400; seed++) {
      var random = new Random(seed);
      KernelTimes times = times(random, 1 + random.nextInt(4), 4 + random.nextInt(3));
      double least = leastSum(times);
      double threshold = least * (1 + random.nextDouble());

      int[] exact = ExactAllocation.of(times, threshold);

      assertThat(times.sum(exact)).as("seed %s", seed).isLessThanOrEqualTo(threshold * 1.000001);
      assertThat(units(exact)).as("seed %s", seed).isEqualTo(leastUnits(times, threshold));
    }
  }

  /** Where only the fastest choice of each kernel will do. */
  @Test
  void theFastestIsFoundAtItsOwnTime() {
    for (int seed = 0; seed < 100; seed++) {
      KernelTimes times = times(new Random(seed), 4, 5);
      double least = leastSum(times);

      assertThat(times.sum(ExactAllocation.of(times, least)))
          .as("seed %s", seed)
          // Sums in another order.
          .isLessThanOrEqualTo(least * (1 + 1e-9));
      assertThatThrownBy(() -> ExactAllocation.of(times, 0.99 * least))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("takes longer");
    }
  }

  /** As large as the largest model of the document: 711 kernels, 60 units. */
  @Test
  void neverMoreThanGreedyOnALargeModel() {
    var random = new Random(7);
    KernelTimes times = times(random, 711, 60);
    double threshold = times.sum(times.rightSizes(0.01));

    int exact = units(ExactAllocation.of(times, threshold));

    assertThat(exact).isLessThan(units(GreedyAllocation.of(times, threshold)));
    assertThat(exact).isLessThan(units(times.rightSizes(0.01)));
  }

  /** More than a byte holds. */
  @Test
  void aGpuMayHaveHundredsOfUnits() {
    double[] seconds = new double[304];
    Arrays.setAll(seconds, at -> 304.0 / (at + 1));
    var times = new KernelTimes(new double[][] {seconds, seconds});

    // Equal kernels, convex times: half of the time each, so 304 / 1.25 = 243.2 units each.
    assertThat(units(ExactAllocation.of(times, 2.5))).isEqualTo(487);
  }

  private static KernelTimes times(Random random, int kernels, int units) {
    double[][] seconds = new double[kernels][units];
    for (double[] ofKernel : seconds) {
      double work = Math.exp(random.nextGaussian());
      double floor = random.nextDouble();
      for (int count = 1; count <= units; count++) {
        double share = Math.max(floor, 1.0 / count);
        double step = random.nextInt(4) == 0 ? 1.3 : 1;
        ofKernel[count - 1] = work * share * step;
      }
    }
    return new KernelTimes(seconds);
  }

  private static int units(int[] counts) {
    return Arrays.stream(counts).sum();
  }

  private static double leastSum(KernelTimes times) {
    double sum = 0;
    for (int kernel = 0; kernel < times.kernels(); kernel++) {
      double least = Double.POSITIVE_INFINITY;
      for (int count = 1; count <= times.units(); count++) {
        least = Math.min(least, times.seconds(kernel, count));
      }
      sum += least;
    }
    return sum;
  }

  private static int leastUnits(KernelTimes times, double threshold) {
    int[] counts = new int[times.kernels()];
    Arrays.fill(counts, 1);
    int least = Integer.MAX_VALUE;
    while (true) {
      if (times.sum(counts) <= threshold * (1 + 1e-12)) {
        least = Math.min(least, units(counts));
      }
      int kernel = 0;
      while (kernel < counts.length && counts[kernel] == times.units()) {
        counts[kernel++] = 1;
      }
      if (kernel == counts.length) {
        return least;
      }
      counts[kernel]++;
    }
  }
}
