package io.wattune.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class MinMaxDecimatorTest {
  @Property
  void extremesAndEndPointsSurviveInOrder(
      @ForAll @IntRange(min = 1, max = 3_000) int points,
      @ForAll @IntRange(min = 8, max = 400) int maxPoints,
      @ForAll @IntRange(max = 20) int percentMissing,
      @ForAll long seed) {
    double[] values = values(points, percentMissing, seed);

    int[] keep = MinMaxDecimator.keep(values, maxPoints);

    assertThat(keep.length).isLessThanOrEqualTo(Math.max(maxPoints, 1));
    for (int i = 1; i < keep.length; i++) {
      assertThat(keep[i]).isGreaterThan(keep[i - 1]);
    }
    assertThat(keep[0]).isZero();
    assertThat(keep[keep.length - 1]).isEqualTo(points - 1);
    double[] kept = Arrays.stream(keep).mapToDouble(i -> values[i]).toArray();
    assertThat(present(kept).max()).isEqualTo(present(values).max());
    assertThat(present(kept).min()).isEqualTo(present(values).min());
    if (Arrays.stream(values).anyMatch(Double::isNaN)) {
      assertThat(Arrays.stream(kept).anyMatch(Double::isNaN)).isTrue();
    }
  }

  @Property
  void noStretchOfTheLineLosesItsPeak(@ForAll @IntRange(max = 99_999) int peak) {
    double[] values = new double[100_000];
    values[peak] = 1;

    int[] keep = MinMaxDecimator.keep(values, 4_000);

    assertThat(Arrays.binarySearch(keep, peak)).isNotNegative();
  }

  @Test
  void aShortLineIsKeptAsItIs() {
    assertThat(MinMaxDecimator.keep(new double[] {3, 1, 2}, 8)).containsExactly(0, 1, 2);
    assertThat(MinMaxDecimator.keep(new double[0], 8)).isEmpty();
  }

  @Test
  void everyHoleOfALongLineStaysAHole() {
    double[] values = new double[50_000];
    Arrays.fill(values, 100, 300, Double.NaN);
    Arrays.fill(values, 40_000, 40_001, Double.NaN);

    int[] keep = MinMaxDecimator.keep(values, 4_000);

    assertThat(keep).contains(40_000);
    assertThat(Arrays.stream(keep).filter(i -> i >= 100 && i < 300)).isNotEmpty();
  }

  @Test
  void refusesToKeepNextToNothing() {
    assertThatThrownBy(() -> MinMaxDecimator.keep(new double[10], 7))
        .hasMessageContaining("at least 8");
  }

  private static java.util.stream.DoubleStream present(double[] values) {
    return Arrays.stream(values).filter(v -> !Double.isNaN(v));
  }

  private static double[] values(int points, int percentMissing, long seed) {
    var random = new Random(seed);
    double[] values = new double[points];
    for (int i = 0; i < points; i++) {
      values[i] = random.nextInt(100) < percentMissing ? Double.NaN : random.nextGaussian();
    }
    return values;
  }
}
