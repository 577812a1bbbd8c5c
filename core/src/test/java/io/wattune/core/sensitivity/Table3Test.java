package io.wattune.core.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.tunable.TunableName;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The models of Harmonia's Table 3, and why they are read as they are. */
class Table3Test {
  /** Half a unit of the last digit in which the expected values are given. */
  private static final double LAST_DIGIT = 0.005;

  private static final Set<SensitivityMetric> PERCENT =
      Set.of(
          SensitivityMetric.VALU_UTILIZATION_PERCENT,
          SensitivityMetric.WRITE_UNIT_STALLED_PERCENT,
          SensitivityMetric.MEM_UNIT_BUSY_PERCENT,
          SensitivityMetric.MEM_UNIT_STALLED_PERCENT,
          SensitivityMetric.COMPUTE_TO_MEMORY_PERCENT);

  @Test
  void deviceMemoryComesOutAsWorkedByHand() {
    // The table's coefficients on 100, 5, 100, 60 %, 0.90, 20 / 256 and 20 / 102:
    // -0.42 + 0.3 + 0.055 + 1 - 0.24 + 0.9027 + 0.09047 - 0.14333.
    assertThat(raw(Table3.BANDWIDTH, Counters.DEVICE_MEMORY)).isCloseTo(1.54484, within(1e-5));
  }

  static Stream<Arguments> kernels() {
    return Stream.of(
        Arguments.of(Counters.DEVICE_MEMORY, 1.545, 0.44, 85.7, SensitivityBin.HIGH),
        Arguments.of(Counters.MAX_FLOPS, 0.15, -0.16, 25.6, SensitivityBin.LOW),
        Arguments.of(Counters.GRAPH500_40, 0.14, -0.30, 11.3, SensitivityBin.LOW),
        Arguments.of(Counters.GRAPH500_80, 0.67, -0.15, 26.7, SensitivityBin.MEDIUM));
  }

  /**
   * Four kernels in the three ways in which the units of Table 3 could be meant. Graph500's
   * bandwidth sensitivity moves between medium and low while its memory unit is busy for 40 to 80
   * %, and DeviceMemory's is high: that is so in mixed units alone.
   */
  @ParameterizedTest
  @MethodSource("kernels")
  void onlyMixedUnitsGiveThePapersKernels(
      Counters kernel, double mixed, double fractions, double percent, SensitivityBin bin) {
    double raw = raw(Table3.BANDWIDTH, kernel);

    assertThat(raw).isCloseTo(mixed, within(LAST_DIGIT));
    assertThat(Bins.DEFAULT.next(null, Math.max(0, Math.min(1, raw)))).isEqualTo(bin);
    assertThat(scaled(kernel, 0.01, 1)).isCloseTo(fractions, within(LAST_DIGIT));
    assertThat(scaled(kernel, 1, 100)).isCloseTo(percent, within(0.05));
  }

  /**
   * The paper measures a high compute sensitivity for Graph500. With the ratio of eq. 3 as it is
   * (A) it would be low, and stay below the high bin with every register in use; with the ratio
   * times 100, capped at 100 (B), it is high.
   */
  @Test
  void graph500IsSensitiveToComputeOnlyWithTheRatioAsPercent() {
    var graph500 = new Counters(0.95, 0.5, 0.02, 0.4, 0.2, 0.2, 28, 30);
    double ratio = 0.95 * 0.5 / 0.4;
    double a = 0.06 + 0.007 * ratio + 0.452 * 28 / 256 + 0.024 * 30 / 102;
    double mostOfA = 0.06 + 0.007 * ratio + 0.452 + 0.024;

    double b = raw(Table3.COMPUTE, graph500);

    assertThat(a).isCloseTo(0.125, within(0.0005));
    assertThat(mostOfA).isLessThan(0.55);
    assertThat(b).isCloseTo(0.816, within(0.0011)); // its four summands are rounded to 0.001
    assertThat(Bins.DEFAULT.next(null, b)).isEqualTo(SensitivityBin.HIGH);
  }

  @Test
  void rangesAreThoseOfTheCorners() {
    var leastBandwidth = new Counters(0, 0, 0, 0, 1, 0, 0, 102);
    var mostBandwidth = new Counters(0, 1, 1, 1, 0, 1, 256, 0);
    assertThat(raw(Table3.BANDWIDTH, leastBandwidth)).isCloseTo(-1.551, within(1e-9));
    assertThat(raw(Table3.BANDWIDTH, mostBandwidth)).isCloseTo(4.141, within(1e-9));
    assertThat(raw(Table3.COMPUTE, new Counters(0, 0, 0, 1, 0, 0, 0, 0)))
        .isCloseTo(0.06, within(1e-9));
    assertThat(raw(Table3.COMPUTE, new Counters(1, 1, 0, 0, 0, 0, 256, 102)))
        .isCloseTo(1.236, within(1e-9));
    assertThat(raw(Table3.COMPUTE, new Counters(1, 1, 0, 0, 0, 0, 0, 0)))
        .isCloseTo(0.76, within(1e-9));
  }

  @Property
  void everyKernelIsWithinTheRanges(
      @ForAll @Scale(6) @DoubleRange(max = 1) double busy,
      @ForAll @Scale(6) @DoubleRange(max = 1) double utilization,
      @ForAll @Scale(6) @DoubleRange(max = 1) double memory,
      @ForAll @Scale(6) @DoubleRange(max = 1) double stalled,
      @ForAll @Scale(6) @DoubleRange(max = 1) double activity,
      @ForAll @Scale(6) @DoubleRange(max = 1) double registers) {
    var kernel =
        new Counters(
            busy,
            utilization,
            stalled,
            memory,
            1 - stalled,
            activity,
            256 * registers,
            102 * (1 - registers));

    // Rounding: 8 summands below 2.
    assertThat(raw(Table3.BANDWIDTH, kernel)).isBetween(-1.551 - 1e-14, 4.141 + 1e-14);
    assertThat(raw(Table3.COMPUTE, kernel)).isBetween(0.06 - 1e-14, 1.236 + 1e-14);
  }

  @Test
  void aCounterThatLacksIsNamedAndNeverZero() {
    for (String counter :
        List.of(
            CounterName.VALU_UTILIZATION,
            CounterName.WRITE_UNIT_STALLED,
            CounterName.MEM_UNIT_BUSY,
            CounterName.MEM_UNIT_STALLED,
            CounterName.READ_BYTES,
            CounterName.WRITTEN_BYTES,
            CounterName.PEAK_BYTES,
            CounterName.VGPRS,
            CounterName.SGPRS)) {
      CounterReading reading =
          Counters.GRAPH500_40.reading("k", 0, 1, values -> Counters.without(values, counter));

      assertLack(
          Table3.BANDWIDTH.evaluate(reading, RegisterFile.GCN1),
          counter,
          MissingCounter.Why.ABSENT);
    }
    CounterReading noValu =
        Counters.MAX_FLOPS.reading(
            "k", 0, 1, values -> Counters.without(values, CounterName.VALU_BUSY));
    assertLack(
        Table3.COMPUTE.evaluate(noValu, RegisterFile.GCN1),
        CounterName.VALU_BUSY,
        MissingCounter.Why.ABSENT);
    assertThat(Table3.BANDWIDTH.evaluate(noValu, RegisterFile.GCN1).missing()).isEmpty();
  }

  @Test
  void severalThatLackAreAllNamed() {
    var empty = new CounterReading("n/g", 0, 0, 1, null, null, null, List.of(), false);

    assertThat(Table3.COMPUTE.evaluate(empty, RegisterFile.GCN1).missing())
        .extracting(MissingCounter::counter)
        .containsExactly(
            CounterName.VALU_BUSY,
            CounterName.VALU_UTILIZATION,
            CounterName.MEM_UNIT_BUSY,
            CounterName.VGPRS,
            CounterName.SGPRS);
  }

  @Test
  void aCounterThatCannotBeIsNotUsed() {
    assertUnusable(
        Counters.fraction(CounterName.MEM_UNIT_BUSY, 85), MissingCounter.Why.OUT_OF_RANGE);
    assertUnusable(
        Counters.fraction(CounterName.MEM_UNIT_BUSY, -0.1), MissingCounter.Why.OUT_OF_RANGE);
    assertUnusable(Counters.count(CounterName.MEM_UNIT_BUSY, 1), MissingCounter.Why.WRONG_UNIT);
    assertUnusable(Counters.bytes(CounterName.PEAK_BYTES, 0), MissingCounter.Why.OUT_OF_RANGE);
    assertUnusable(Counters.bytes(CounterName.PEAK_BYTES, 1), MissingCounter.Why.OUT_OF_RANGE);
    assertUnusable(Counters.count(CounterName.VGPRS, 400), MissingCounter.Why.OUT_OF_RANGE);
  }

  @Test
  void aFractionThatExceedsItsWholeALittleIsTheWhole() {
    CounterReading reading =
        Counters.DEVICE_MEMORY.reading(
            "k",
            0,
            1,
            values -> Counters.with(values, Counters.fraction(CounterName.MEM_UNIT_BUSY, 1.04)));

    assertThat(Table3.BANDWIDTH.evaluate(reading, RegisterFile.GCN1))
        .isEqualTo(Table3.BANDWIDTH.evaluate(Counters.DEVICE_MEMORY.reading(), RegisterFile.GCN1));
  }

  @Test
  void modelsSayWhatTheyAreFor() {
    assertThat(Table3.COMPUTE.tunables())
        .containsExactly(TunableName.CORE_CLOCK, TunableName.CU_COUNT);
    assertThat(Table3.BANDWIDTH.tunables()).containsExactly(TunableName.MEMORY_CLOCK);
    assertThat(Table3.COMPUTE.isTrainedFor("Radeon HD7970 GHz Edition")).isTrue();
    assertThat(Table3.COMPUTE.isTrainedFor("AMD Radeon(TM) HD 7970")).isTrue();
    assertThat(Table3.COMPUTE.isTrainedFor("Radeon HD 7950")).isFalse();
    assertThat(Table3.COMPUTE.isTrainedFor("")).isFalse();
  }

  private static void assertUnusable(
      io.wattune.core.counter.CounterValue value, MissingCounter.Why why) {
    CounterReading reading =
        Counters.GRAPH500_40.reading("k", 0, 1, values -> Counters.with(values, value));
    assertLack(Table3.BANDWIDTH.evaluate(reading, RegisterFile.GCN1), value.counter(), why);
  }

  private static void assertLack(
      ModelEvaluation evaluation, String counter, MissingCounter.Why why) {
    assertThat(evaluation.missing())
        .singleElement()
        .satisfies(
            missing -> {
              assertThat(missing.counter()).isEqualTo(counter);
              assertThat(missing.why()).isEqualTo(why);
              assertThat(missing.detail()).contains(counter);
            });
  }

  private static double raw(LinearModel model, Counters kernel) {
    ModelEvaluation evaluation = model.evaluate(kernel.reading(), RegisterFile.GCN1);
    assertThat(evaluation.missing()).isEmpty();
    return evaluation.raw();
  }

  /** The bandwidth model with the metrics that are percent, and those that are not, rescaled. */
  private static double scaled(Counters kernel, double percentScale, double fractionScale) {
    var counters = new CounterSource(kernel.reading(), RegisterFile.GCN1);
    double sum = Table3.BANDWIDTH.intercept();
    for (LinearModel.Term term : Table3.BANDWIDTH.terms()) {
      double scale = PERCENT.contains(term.metric()) ? percentScale : fractionScale;
      sum += term.coefficient() * scale * term.metric().of(counters);
    }
    return sum;
  }
}
