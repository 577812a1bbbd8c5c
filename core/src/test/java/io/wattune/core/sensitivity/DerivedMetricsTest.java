package io.wattune.core.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class DerivedMetricsTest {

  @Test
  void refusesARegisterFileWithoutRegisters() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RegisterFile(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RegisterFile(1, 0));
  }

  @Test
  void icActivityIsBothDirectionsOverThePeak() {
    assertThat(DerivedMetrics.icActivity(3, 1, 8)).isEqualTo(0.5);
    assertThat(DerivedMetrics.icActivity(Double.NaN, 1, 8)).isNaN();
  }

  @Test
  void computeToMemoryIsCappedAndHasItsZeroRules() {
    assertThat(DerivedMetrics.computeToMemoryPercent(0.5, 0.4, 0.8)).isEqualTo(25, within(1e-12));
    assertThat(DerivedMetrics.computeToMemoryPercent(0.95, 0.5, 0.4)).isEqualTo(100);
    assertThat(DerivedMetrics.computeToMemoryPercent(0.1, 0.5, 0)).isEqualTo(100);
    assertThat(DerivedMetrics.computeToMemoryPercent(0, 0.5, 0)).isZero();
    assertThat(DerivedMetrics.computeToMemoryPercent(0, 0, 0.5)).isZero();
  }

  @Test
  void whatIsNotKnownStaysUnknown() {
    double none = Double.NaN;
    assertThat(DerivedMetrics.computeToMemoryPercent(none, 1, 0)).isNaN();
    assertThat(DerivedMetrics.computeToMemoryPercent(none, 1, 1)).isNaN();
    assertThat(DerivedMetrics.computeToMemoryPercent(1, none, 0)).isNaN();
    assertThat(DerivedMetrics.computeToMemoryPercent(1, none, 1)).isNaN();
    assertThat(DerivedMetrics.computeToMemoryPercent(1, 1, none)).isNaN();
  }

  @Property
  void computeToMemoryIsAPercentageAndGrowsWithComputing(
      @ForAll @Scale(6) @DoubleRange(max = 1) double busy,
      @ForAll @Scale(6) @DoubleRange(max = 1) double utilization,
      @ForAll @Scale(6) @DoubleRange(max = 1) double memory) {
    double percent = DerivedMetrics.computeToMemoryPercent(busy, utilization, memory);

    assertThat(percent).isBetween(0.0, 100.0);
    assertThat(DerivedMetrics.computeToMemoryPercent(busy / 2, utilization, memory))
        .isLessThanOrEqualTo(percent);
  }
}
