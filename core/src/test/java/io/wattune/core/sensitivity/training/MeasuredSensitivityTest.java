package io.wattune.core.sensitivity.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;

final class MeasuredSensitivityTest {
  private static final double ROUNDING = 1e-12;

  @Test
  void halfTheUnitsAndDoubleTheTimeIsOne() {
    List<SweepRow> rows = rows((units, memory) -> 1 / units);

    assertThat(MeasuredSensitivity.overWholeRange(rows, TunableName.CU_COUNT))
        .isCloseTo(1, within(ROUNDING));
    assertThat(MeasuredSensitivity.meanOverLevels(rows, TunableName.CU_COUNT))
        .isCloseTo(1, within(ROUNDING));
    assertThat(MeasuredSensitivity.overWholeRange(rows, TunableName.MEMORY_CLOCK)).isZero();
  }

  @Test
  void whatGetsFasterWithLessIsNegative() {
    List<SweepRow> rows = rows((units, memory) -> 1 + 0.01 * units);

    assertThat(MeasuredSensitivity.overWholeRange(rows, TunableName.CU_COUNT)).isNegative();
  }

  @Test
  void theOthersAreAtTheirHighest() {
    // The memory matters only with few units in use; those rows must not be looked at.
    List<SweepRow> rows = rows((units, memory) -> units < 32 ? 1000 / memory : 1);

    assertThat(MeasuredSensitivity.overWholeRange(rows, TunableName.MEMORY_CLOCK)).isZero();
  }

  /** Time 2 at 475 and at 625, 1 at 1375: 0.5/0.6545 and 0.5/0.5455. */
  @Test
  void theMeanIsOverAllLevelsBelowTheHighest() {
    List<SweepRow> rows = rows((units, memory) -> memory < 1000 ? 2 : 1);

    assertThat(MeasuredSensitivity.overWholeRange(rows, TunableName.MEMORY_CLOCK))
        .isCloseTo(0.5 / (1 - 475.0 / 1375), within(ROUNDING));
    assertThat(MeasuredSensitivity.meanOverLevels(rows, TunableName.MEMORY_CLOCK))
        .isCloseTo((0.5 / (1 - 475.0 / 1375) + 0.5 / (1 - 625.0 / 1375)) / 2, within(ROUNDING));
  }

  @Test
  void oneValueIsNotEnough() {
    List<SweepRow> rows = rows((units, memory) -> 1).subList(0, 1);

    assertThatThrownBy(() -> MeasuredSensitivity.overWholeRange(rows, TunableName.CU_COUNT))
        .hasMessageContaining("needs two of its values");
  }

  /** Errors of 1 % at either end, in the worst direction: first order in the error. */
  @Test
  void noiseOfTimesGoesInOverTheRelativeChangeOfTheTunable() {
    double change = 1 - 475.0 / 1375;
    double true1 =
        MeasuredSensitivity.overWholeRange(rows((units, memory) -> 1), TunableName.MEMORY_CLOCK);
    double noisy =
        MeasuredSensitivity.overWholeRange(
            rows((units, memory) -> memory < 500 ? 1.01 : 0.99), TunableName.MEMORY_CLOCK);

    assertThat(noisy - true1).isCloseTo(0.02 / change, within(0.0004 / change));
  }

  private static List<SweepRow> rows(DoubleBinaryOperator seconds) {
    List<SweepRow> rows = new ArrayList<>();
    for (long units : new long[] {16, 32}) {
      for (long memory : new long[] {475, 625, 1375}) {
        rows.add(
            new SweepRow(
                "a",
                "k",
                0,
                Configuration.of(
                    new Setting(TunableName.CU_COUNT, TunableUnit.COUNT, units),
                    new Setting(TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ, memory)),
                seconds.applyAsDouble(units, memory),
                List.of()));
      }
    }
    return rows;
  }
}
