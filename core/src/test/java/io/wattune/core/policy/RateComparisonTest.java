package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RateComparisonTest {
  private static final FineSettings FINE = FineSettings.DEFAULT;

  @Test
  void theStandardErrorIsTheSpreadOfTheRatio() {
    var random = new Random(1);
    int runs = 4000;
    double squares = 0;
    double stated = 0;
    for (int i = 0; i < runs; i++) {
      RateComparison comparison =
          RateComparison.of(rates(random, 8, 95, 0.01), rates(random, 16, 100, 0.01));
      squares += Math.pow(comparison.ratio() - 0.95, 2);
      stated += Math.pow(comparison.standardError(), 2);
    }

    // The variance of 4000 draws is known to 2.2 %; three times that.
    assertThat(stated / squares).isCloseTo(1, within(0.07));
  }

  @Test
  void atTheLimitFewerThanOneInAHundredJudgementsIsWrong() {
    var random = new Random(2);
    int runs = 20_000;
    int wrong = 0;
    for (int i = 0; i < runs; i++) {
      RateComparison comparison =
          RateComparison.of(rates(random, 8, 98, 0.01), rates(random, 8, 100, 0.01));
      wrong += comparison.keepsUp(FINE) ? 1 : 0;
    }

    // Student's t of 14 degrees of freedom beyond 3: 0.0048, here 96 of 20,000, give or take 10.
    assertThat(wrong).isBetween(60, 140);
  }

  @Test
  void theSpreadDoesNotCancelWhereItIsSmallAgainstTheMean() {
    RateStatistics rates = RateStatistics.NONE.plus(1e9).plus(1e9 + 1).plus(1e9 + 2);

    assertThat(rates.mean()).isEqualTo(1e9 + 1);
    assertThat(rates.squares()).isEqualTo(2);
  }

  private static RateStatistics rates(Random random, int count, double mean, double noise) {
    RateStatistics rates = RateStatistics.NONE;
    for (int i = 0; i < count; i++) {
      rates = rates.plus(mean * (1 + noise * random.nextGaussian()));
    }
    return rates;
  }
}
