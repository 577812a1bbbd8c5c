package io.wattune.core.saving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {
  /** Quantiles at 97.5 % as printed tables have them, over 1.95996. */
  @ParameterizedTest
  @CsvSource({"2, 4.3027, 0.008", "3, 3.1824, 0.002", "4, 2.7764, 0.001", "9, 2.2622, 0.001"})
  void theFactorIsThatOfTheTables(long freedom, double quantile, double tolerance) {
    assertThat(StudentT.widening(freedom))
        .isCloseTo(quantile / 1.959964, within(tolerance * quantile / 1.959964));
  }

  @Test
  void manyNeedNoWidening() {
    assertThat(StudentT.widening(1_000_000)).isCloseTo(1, within(1e-5));
  }

  @Test
  void twoValuesAreTooFew() {
    assertThatThrownBy(() -> StudentT.widening(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 2");
  }
}
