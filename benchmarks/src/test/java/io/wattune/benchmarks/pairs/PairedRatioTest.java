package io.wattune.benchmarks.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  @Test
  void theIntervalHoldsTheTruthInNinetyFiveOfAHundred() {
    var random = new Random(7);
    int runs = 4000;
    int held = 0;
    for (int run = 0; run < runs; run++) {
      double[] ratios = new double[4];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = 0.8 * Math.exp(0.1 * random.nextGaussian());
      }
      PairedRatio ratio = PairedRatio.of(ratios);
      held += ratio.lowest() <= 0.8 && 0.8 <= ratio.highest() ? 1 : 0;
    }

    assertThat((double) held / runs).isCloseTo(0.95, within(0.015));
  }

  @Test
  void aRatioAndItsInverseSayTheSame() {
    PairedRatio ratio = PairedRatio.of(new double[] {0.5, 2, 1, 1});

    assertThat(ratio.mean()).isCloseTo(1, within(1e-12));
    assertThat(ratio.lowest() * ratio.highest()).isCloseTo(1, within(1e-12));
  }

  @Test
  void twoPairsHaveNoInterval() {
    assertThat(PairedRatio.of(new double[] {0.9, 0.9})).hasToString("0.900");
  }
}
