package io.wattune.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class EnergySumPropertyTest {

  @Property(tries = 500)
  void sumsAreExactWhateverTheirSizeAndSign(@ForAll List<Long> microjoules) {
    EnergySum sum = EnergySum.ZERO;
    BigInteger exact = BigInteger.ZERO;
    for (long each : microjoules) {
      sum = sum.plus(EnergySum.ofMicrojoules(each));
      exact = exact.add(BigInteger.valueOf(each));
    }

    assertThat(sum.exactMicrojoules()).isEqualTo(exact);
    assertThat(sum.fittingMicrojoules().isPresent()).isEqualTo(exact.bitLength() < 64);
  }

  @Example
  void joulesAreRoundedDown() {
    assertThat(EnergySum.ofMicrojoules(-1)).isEqualTo(new EnergySum(-1, 999_999));
    assertThat(EnergySum.ofMicrojoules(1_999_999)).isEqualTo(new EnergySum(1, 999_999));
  }

  @Example
  void threeWeeksOfFiveMegawattsAreCountedOn() {
    EnergySum day = new EnergySum(5_000_000L * 86_400, 0);
    EnergySum sum = EnergySum.ZERO;
    for (int i = 0; i < 365; i++) {
      sum = sum.plus(day);
    }

    assertThat(sum.joules()).isEqualTo(365L * 5_000_000 * 86_400);
    assertThat(sum.fittingMicrojoules()).isEmpty();
  }

  @Example
  void aRestOfAJouleOrMoreIsRefused() {
    assertThatThrownBy(() -> new EnergySum(0, 1_000_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("microjoules must be in 0..999999, was 1000000");
  }
}
