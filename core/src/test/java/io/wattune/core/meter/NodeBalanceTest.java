package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeBalanceTest {

  @ParameterizedTest
  @CsvSource({
    "1000, 30, 1400, 40, false, a node takes more than its devices",
    "1000, 30,  851, 40, false, 149 J are within 3 x 50 J",
    "1000, 30,  849, 40, true,  151 J are not",
    "1000,  0, 1000,  0, false, the same is no disagreement",
    "1000, 30,    0,  0, true,  a meter that shows nothing",
  })
  void devicesThatTakeMoreThanTheirNodeAreADisagreement(
      double sum, double sumError, double meter, double meterError, boolean disagrees, String why) {
    assertThat(new NodeBalance(sum, sumError, meter, meterError).disagrees())
        .as(why)
        .isEqualTo(disagrees);
  }

  @Test
  void whatIsNoEnergyOrNoErrorIsRefused() {
    assertThatThrownBy(() -> new NodeBalance(Double.NaN, 0, 1, 0)).hasMessageContaining("finite");
    assertThatThrownBy(() -> new NodeBalance(1, -1, 1, 0)).hasMessageContaining("negative");
  }
}
