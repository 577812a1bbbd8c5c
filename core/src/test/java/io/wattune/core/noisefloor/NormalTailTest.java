package io.wattune.core.noisefloor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalTailTest {
  /** Figures of a table of the normal distribution. */
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "0.5, 0.6170751",
    "1, 0.3173105",
    "1.959964, 0.05",
    "2, 0.0455003",
    "3, 0.0026998",
    "30, 0"
  })
  void isTheShareBeyond(double standardErrors, double share) {
    assertThat(NormalTail.beyond(standardErrors)).isCloseTo(share, within(3e-7));
  }

  @Test
  void withoutAnErrorNothingIsBeyond() {
    assertThat(NormalTail.beyond(Double.POSITIVE_INFINITY)).isZero();
  }
}
