package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @Test
  void quantileOfEverySampleLiesWithinItsBounds() {
    var random = new Random(4);
    double[] bounds = {0.01, 0.025, 0.05, 0.1, 0.25, 0.5};
    for (int run = 0; run < 500; run++) {
      double[] sample = random.doubles(1 + random.nextInt(60), 0, 0.8).toArray();
      LatencyHistogram histogram = of(sample, bounds);
      Arrays.sort(sample);

      assertThat(histogram.requests()).isEqualTo(sample.length);
      for (double quantile : new double[] {0.01, 0.5, 0.95, 0.99, 1}) {
        double is = sample[(int) Math.ceil(quantile * sample.length) - 1];
        LatencyBound bound = histogram.quantile(quantile).orElseThrow();
        assertThat(is).isBetween(bound.lowSeconds(), bound.highSeconds());
      }
    }
  }

  @Test
  void whatIsPutTogetherIsOfAllRequests() {
    var random = new Random(5);
    for (int run = 0; run < 500; run++) {
      double[] first = random.doubles(random.nextInt(20), 0, 0.8).toArray();
      double[] second = random.doubles(1 + random.nextInt(20), 0, 0.8).toArray();
      // Other bounds, as of servers of two versions.
      LatencyHistogram sum =
          of(first, new double[] {0.1, 0.3, 0.5}).plus(of(second, new double[] {0.2, 0.3, 0.7}));
      double[] all = new double[first.length + second.length];
      System.arraycopy(first, 0, all, 0, first.length);
      System.arraycopy(second, 0, all, first.length, second.length);
      Arrays.sort(all);

      assertThat(sum.requests()).isEqualTo(all.length);
      LatencyBound bound = sum.quantile(0.9).orElseThrow();
      assertThat(all[(int) Math.ceil(0.9 * all.length) - 1])
          .isBetween(bound.lowSeconds(), bound.highSeconds());
    }
  }

  @Test
  void sameBoundsStayAsFineAsTheyAre() {
    double[] bounds = {0.1, 0.2, 0.4};
    LatencyHistogram one = of(new double[] {0.05, 0.15, 0.3, 9}, bounds);

    assertThat(one.plus(one).buckets())
        .containsExactly(
            new LatencyBucket(0, 0.1, 2),
            new LatencyBucket(0.1, 0.2, 2),
            new LatencyBucket(0.2, 0.4, 2),
            new LatencyBucket(0.4, INFINITE, 2));
  }

  @Test
  void withoutRequestsThereIsNoQuantile() {
    assertThat(LatencyHistogram.EMPTY.quantile(0.5)).isEmpty();
    assertThat(LatencyHistogram.EMPTY.plus(LatencyHistogram.EMPTY))
        .isEqualTo(LatencyHistogram.EMPTY);
  }

  @Test
  void bucketsThatOverlapOrAreTooManyAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new LatencyHistogram(
                    List.of(new LatencyBucket(0, 0.2, 1), new LatencyBucket(0.1, 0.3, 1))));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new LatencyHistogram(
                    List.of(
                        new LatencyBucket(0, 0.2, Long.MAX_VALUE),
                        new LatencyBucket(0.2, 0.3, 1))));
  }

  private static LatencyHistogram of(double[] sample, double[] bounds) {
    List<LatencyBucket> buckets = new ArrayList<>();
    double low = 0;
    for (int i = 0; i <= bounds.length; i++) {
      double from = low;
      double to = i < bounds.length ? bounds[i] : INFINITE;
      long requests = Arrays.stream(sample).filter(each -> each > from && each <= to).count();
      if (requests > 0) {
        buckets.add(new LatencyBucket(from, to, requests));
      }
      low = to;
    }
    return new LatencyHistogram(buckets);
  }
}
