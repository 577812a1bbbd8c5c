package io.wattune.core.sensitivity.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class ScoresTest {

  /** Errors 0.1, -0.3 and 0.2: mean size 0.2, mean square 0.14/3. */
  @Test
  void errorsAreOfSizesAndSquares() {
    Scores scores = Scores.of(new double[] {0.6, 0.2, 0.2}, new double[] {0.5, 0.5, 0});

    assertThat(scores.meanAbsoluteError()).isCloseTo(0.2, within(1e-12));
    assertThat(scores.rootMeanSquareError()).isCloseTo(Math.sqrt(0.14 / 3), within(1e-12));
    assertThat(scores.largestError()).isCloseTo(0.3, within(1e-12));
  }

  @Test
  void correlationIsThatOfAStraightLine() {
    double[] x = {1, 2, 3, 5};

    assertThat(Scores.correlation(x, new double[] {10, 12, 14, 18})).isCloseTo(1, within(1e-12));
    assertThat(Scores.correlation(x, new double[] {-1, -2, -3, -5})).isCloseTo(-1, within(1e-12));
    assertThat(Scores.correlation(x, new double[] {4, 4, 4, 4})).isNaN();
  }

  @Test
  void thereMustBeSomethingToScore() {
    assertThatThrownBy(() -> Scores.of(new double[0], new double[0]))
        .hasMessageContaining("one at least");
    assertThatThrownBy(() -> Scores.of(new double[2], new double[3]))
        .hasMessageContaining("2 and 3");
  }
}
