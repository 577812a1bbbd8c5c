package io.wattune.core.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class ComputeToMemoryTest {

  @Test
  void refusesARegisterFileWithoutRegisters() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RegisterFile(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RegisterFile(1, 0));
  }

  @Test
  void computeToMemoryIsCappedAndHasItsZeroRules() {
    assertThat(SensitivityMetric.computeToMemoryPercent(0.5, 0.4, 0.8))
        .isEqualTo(25, within(1e-12));
    assertThat(SensitivityMetric.computeToMemoryPercent(0.95, 0.5, 0.4)).isEqualTo(100);
    assertThat(SensitivityMetric.computeToMemoryPercent(0.1, 0.5, 0)).isEqualTo(100);
    assertThat(SensitivityMetric.computeToMemoryPercent(0, 0.5, 0)).isZero();
    assertThat(SensitivityMetric.computeToMemoryPercent(0, 0, 0.5)).isZero();
  }

  @Test
  void whatIsNotKnownStaysUnknown() {
    double none = Double.NaN;
    assertThat(SensitivityMetric.computeToMemoryPercent(none, 1, 0)).isNaN();
    assertThat(SensitivityMetric.computeToMemoryPercent(none, 1, 1)).isNaN();
    assertThat(SensitivityMetric.computeToMemoryPercent(1, none, 0)).isNaN();
    assertThat(SensitivityMetric.computeToMemoryPercent(1, none, 1)).isNaN();
    assertThat(SensitivityMetric.computeToMemoryPercent(1, 1, none)).isNaN();
  }

  @Property
  void computeToMemoryIsAPercentageAndGrowsWithComputing(
      @ForAll @Scale(6) @DoubleRange(max = 1) double busy,
      @ForAll @Scale(6) @DoubleRange(max = 1) double utilization,
      @ForAll @Scale(6) @DoubleRange(max = 1) double memory) {
    double percent = SensitivityMetric.computeToMemoryPercent(busy, utilization, memory);

    assertThat(percent).isBetween(0.0, 100.0);
    assertThat(SensitivityMetric.computeToMemoryPercent(busy / 2, utilization, memory))
        .isLessThanOrEqualTo(percent);
  }
}
