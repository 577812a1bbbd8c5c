package io.wattune.core.sensitivity.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class ScoresTest {

  /** Errors 0.1, -0.3 and 0.2: mean size 0.2, mean square 0.14/3. */
  @Test
  void errorsAreOfSizesAndSquares() {
    Scores scores = Scores.of(new double[] {0.6, 0.2, 0.2}, new double[] {0.5, 0.5, 0}, ones(3));

    assertThat(scores.meanAbsoluteError()).isCloseTo(0.2, within(1e-12));
    assertThat(scores.rootMeanSquareError()).isCloseTo(Math.sqrt(0.14 / 3), within(1e-12));
    assertThat(scores.largestError()).isCloseTo(0.3, within(1e-12));
  }

  @Test
  void correlationIsThatOfAStraightLine() {
    double[] x = {1, 2, 3, 5};

    assertThat(Scores.correlation(x, new double[] {10, 12, 14, 18}, ones(4)))
        .isCloseTo(1, within(1e-12));
    assertThat(Scores.correlation(x, new double[] {-1, -2, -3, -5}, ones(4)))
        .isCloseTo(-1, within(1e-12));
    assertThat(Scores.correlation(x, new double[] {4, 4, 4, 4}, ones(4))).isNaN();
  }

  @Test
  void thereMustBeSomethingToScore() {
    assertThatThrownBy(() -> Scores.of(new double[0], new double[0], ones(0)))
        .hasMessageContaining("one at least");
    assertThatThrownBy(() -> Scores.of(new double[2], new double[3], ones(2)))
        .hasMessageContaining("2, 3 and 2");
  }

  /** An example of weight 3 is as three of weight 1. */
  @Test
  void aWeightIsAsManyExamples() {
    Scores weighted =
        Scores.of(new double[] {0.6, 0.2}, new double[] {0.5, 0.5}, new double[] {3, 1});

    Scores repeated =
        Scores.of(new double[] {0.6, 0.6, 0.6, 0.2}, new double[] {0.5, 0.5, 0.5, 0.5}, ones(4));
    assertThat(weighted.meanAbsoluteError()).isCloseTo(0.15, within(1e-12));
    assertThat(weighted.rootMeanSquareError())
        .isCloseTo(repeated.rootMeanSquareError(), within(1e-12));
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }
}
