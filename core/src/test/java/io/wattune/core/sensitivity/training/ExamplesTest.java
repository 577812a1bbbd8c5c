package io.wattune.core.sensitivity.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.SensitivityMetric;
import io.wattune.core.sensitivity.Table3;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ExamplesTest {

  @Test
  void countersAreThoseOfTheHighestConfigurationOrTheirMean() {
    TrainingExample highest = examples(rows(), CounterUse.HIGHEST).get(0);
    TrainingExample mean = examples(rows(), CounterUse.MEAN).get(0);

    assertThat(highest.metric(SensitivityMetric.MEM_UNIT_BUSY_PERCENT)).isCloseTo(80, within(1e-9));
    // 10 for three of the four configurations, 80 for the highest.
    assertThat(mean.metric(SensitivityMetric.MEM_UNIT_BUSY_PERCENT)).isCloseTo(27.5, within(1e-9));
    assertThat(mean.metric(SensitivityMetric.NORM_VGPR)).isCloseTo(64 / 256.0, within(1e-12));
  }

  @Test
  void thePhasesOfAKernelHaveTheWeightOfOneKernelTogether() {
    List<TrainingExample> examples = examples(rows(), CounterUse.HIGHEST);

    assertThat(examples).extracting(TrainingExample::kernel).containsExactly("k", "k", "other");
    assertThat(examples).extracting(TrainingExample::weight).containsExactly(0.5, 0.5, 1.0);
  }

  @Test
  void bandwidthIsOfTheMemoryClockAndComputeOfWhatThereIsOfClockAndUnits() {
    TrainingExample example = examples(rows(), CounterUse.HIGHEST).get(0);

    assertThat(example.measured(Target.BANDWIDTH)).isCloseTo(0.8, within(1e-12));
    assertThat(example.measured(Target.COMPUTE)).isCloseTo(0.4, within(1e-12));
  }

  /** A model says of an example what it says of the reading that the example was made of. */
  @Test
  void aModelIsHeldWithinItsRange() {
    TrainingExample example = examples(rows(), CounterUse.HIGHEST).get(0);
    LinearModel far =
        new LinearModel(
            "far",
            "p",
            List.of("t"),
            0,
            List.of(new LinearModel.Term(SensitivityMetric.MEM_UNIT_BUSY_PERCENT, 1)));

    assertThat(example.predicted(far)).isEqualTo(1);
    assertThat(example.predicted(Table3.COMPUTE)).isBetween(0.0, 1.0);
  }

  @Test
  void aCounterThatLacksIsAnErrorThatNamesKernelAndMetric() {
    List<SweepRow> rows =
        rows().stream()
            .map(
                row ->
                    new SweepRow(
                        row.application(),
                        row.kernel(),
                        row.phase(),
                        row.configuration(),
                        row.seconds(),
                        row.counters().subList(1, row.counters().size())))
            .toList();

    assertThatThrownBy(() -> examples(rows, CounterUse.MEAN))
        .hasMessageContaining("'k'")
        .hasMessageContaining("MEM_UNIT_BUSY_PERCENT");
  }

  private static List<TrainingExample> examples(List<SweepRow> rows, CounterUse use) {
    return Examples.of(rows, RegisterFile.GCN1, use);
  }

  /** Half the memory clock: 1/0.6 of the time; half the core clock: 1/0.8. */
  private static List<SweepRow> rows() {
    List<SweepRow> rows = new ArrayList<>();
    for (String kernel : List.of("k0", "k1", "other")) {
      for (long core : new long[] {500, 1000}) {
        for (long memory : new long[] {600, 1200}) {
          double busy = core == 1000 && memory == 1200 ? 0.8 : 0.1;
          rows.add(
              new SweepRow(
                  "a",
                  kernel.substring(0, kernel.equals("other") ? 5 : 1),
                  kernel.equals("k1") ? 1 : 0,
                  Configuration.of(
                      new Setting(TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, core),
                      new Setting(TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ, memory)),
                  (memory == 600 ? 1 / 0.6 : 1) * (core == 500 ? 1 / 0.8 : 1),
                  counters(busy)));
        }
      }
    }
    return rows;
  }

  private static List<CounterValue> counters(double busy) {
    return List.of(
        fraction(CounterName.MEM_UNIT_BUSY, busy),
        fraction(CounterName.VALU_BUSY, 0.5),
        fraction(CounterName.VALU_UTILIZATION, 1),
        fraction(CounterName.MEM_UNIT_STALLED, 0.1),
        fraction(CounterName.WRITE_UNIT_STALLED, 0),
        new CounterValue(CounterName.VGPRS, CounterUnit.COUNT, CounterKind.LAST, 64),
        new CounterValue(CounterName.SGPRS, CounterUnit.COUNT, CounterKind.LAST, 51),
        bytes(CounterName.READ_BYTES, 1e9),
        bytes(CounterName.WRITTEN_BYTES, 1e9),
        bytes(CounterName.PEAK_BYTES, 4e9));
  }

  private static CounterValue fraction(String name, double value) {
    return new CounterValue(name, CounterUnit.FRACTION, CounterKind.MEAN, value);
  }

  private static CounterValue bytes(String name, double value) {
    return new CounterValue(name, CounterUnit.BYTES, CounterKind.INCREASE, value);
  }
}
