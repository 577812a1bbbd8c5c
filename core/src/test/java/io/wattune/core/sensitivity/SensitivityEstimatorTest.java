package io.wattune.core.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.tunable.TunableName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SensitivityEstimatorTest {
  private static final long MS = 1_000_000;
  private static final SensitivitySettings SETTINGS = SensitivitySettings.DEFAULT;

  private final SensitivityState state = new SensitivityState();
  private final SensitivityEstimator estimator = new SensitivityEstimator(SETTINGS);
  private long sequence;

  @Test
  void tellsEachTunableOfAKernel() {
    List<Sensitivity> told = read(Counters.DEVICE_MEMORY, "copy", MS).sensitivities();

    assertThat(told)
        .extracting(Sensitivity::tunable)
        .containsExactly(TunableName.CORE_CLOCK, TunableName.CU_COUNT, TunableName.MEMORY_CLOCK);
    Sensitivity memory = told.get(2);
    assertThat(memory.device()).isEqualTo("n/g");
    assertThat(memory.activityName()).isEqualTo("copy");
    assertThat(memory.raw()).isCloseTo(1.545, within(0.0005));
    assertThat(memory.value()).isEqualTo(1);
    assertThat(memory.bin()).isEqualTo(SensitivityBin.HIGH);
    assertThat(memory.standardError()).isEmpty();
    assertThat(memory.model()).isEqualTo("harmonia-table3-bandwidth");
    assertThat(memory.basedOnNanos()).isEqualTo(MS);
    assertThat(told.get(0).value()).isEqualTo(told.get(1).value());
  }

  @Test
  void isEstimatedUnlessTheModelWasTrainedOnThisProduct() {
    assertThat(read(Counters.MAX_FLOPS, "a", MS).sensitivities())
        .allMatch(s -> s.quality() == Quality.ESTIMATED);

    state.product = "Radeon HD 7970";

    assertThat(read(Counters.MAX_FLOPS, "b", 2 * MS).sensitivities())
        .isNotEmpty()
        .allMatch(s -> s.quality() == Quality.MEASURED);
  }

  @Test
  void readingsWithoutANameAreOfTheDeviceAsAWhole() {
    read(Counters.MAX_FLOPS, "k", MS);

    List<Sensitivity> told = read(Counters.DEVICE_MEMORY, null, 2 * MS).sensitivities();

    assertThat(told).isNotEmpty().allMatch(s -> s.activityName() == null);
    assertThat(memory(told).raw()).isCloseTo(1.545, within(0.0005)); // nothing of the kernel's
  }

  @Test
  void invocationsOfOneKernelAreWeighedByTheirAge() {
    double first = memory(read(Counters.GRAPH500_40, "k", MS).sensitivities()).raw();
    read(Counters.DEVICE_MEMORY, "other", 2 * MS);
    double second = memory(read(Counters.GRAPH500_80, "k", 3 * MS).sensitivities()).raw();
    double alone = rawOf(Counters.GRAPH500_80);

    assertThat(second).isCloseTo((first + alone) / 2, within(1e-12));
    double third = memory(read(Counters.GRAPH500_80, "k", 4 * MS).sensitivities()).raw();
    assertThat(third).isCloseTo(first / 4 + alone * 3 / 4, within(1e-12));
  }

  @Test
  void binIsKeptNearAnEdge() {
    // Bandwidth sensitivities of 0.308 and 0.286, whose mean moves about the edge of 0.3.
    var above = new Counters(0.5, 0.5, 0, 0.51, 0.2, 0.2, 20, 20);
    var below = new Counters(0.5, 0.5, 0, 0.488, 0.2, 0.2, 20, 20);
    assertThat(rawOf(above)).isGreaterThan(0.3);
    assertThat(rawOf(below)).isLessThan(0.3).isGreaterThan(0.27);
    List<Sensitivity> told = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      told.addAll(read(i % 2 == 0 ? above : below, "k", (i + 1) * 2_000 * MS).sensitivities());
    }

    assertThat(told)
        .filteredOn(s -> s.tunable().equals(TunableName.MEMORY_CLOCK))
        .hasSize(20)
        .allMatch(s -> s.bin() == SensitivityBin.MEDIUM);
  }

  @Test
  void whatLacksIsNamedAndOtherModelsGoOn() {
    SensitivityResult result =
        next(
            Counters.MAX_FLOPS.reading(
                "k", sequence++, MS, v -> Counters.without(v, CounterName.PEAK_BYTES)));

    assertThat(result.isRepeat()).isFalse();
    assertThat(result.missing())
        .extracting(MissingCounter::counter)
        .containsExactly(CounterName.PEAK_BYTES);
    assertThat(result.sensitivities())
        .extracting(Sensitivity::tunable)
        .containsExactly(TunableName.CORE_CLOCK, TunableName.CU_COUNT);
  }

  @Test
  void aReadingOfNothingThatAModelNeedsIsNotRemembered() {
    SensitivityResult result = next(Counters.MAX_FLOPS.reading("k", 0, MS, values -> List.of()));

    assertThat(result.sensitivities()).isEmpty();
    assertThat(result.missing())
        .isNotEmpty()
        .allMatch(missing -> missing.why() == MissingCounter.Why.ABSENT);
    assertThat(result.missing()).extracting(MissingCounter::counter).doesNotHaveDuplicates();
    assertThat(state.names).isEmpty();
  }

  @Test
  void repeatsAndLateReadingsChangeNothing() {
    CounterReading first = Counters.GRAPH500_40.reading("k", 7, MS);
    next(first);
    next(Counters.GRAPH500_80.reading("k", 8, 2 * MS));
    double raw = state.names.get(0).models.get(0).raw;

    assertThat(next(first).isRepeat()).isTrue();
    assertThat(next(Counters.GRAPH500_80.reading("k", 8, 2 * MS)).isRepeat()).isTrue();

    assertThat(state.names.get(0).models.get(0).raw).isEqualTo(raw);
    assertThat(state.repeats).isEqualTo(2);
    assertThat(state.readings).isEqualTo(2);
  }

  @Test
  void aProducerThatBeginsAnewIsHeard() {
    next(Counters.GRAPH500_40.reading("k", 100, MS));

    assertThat(next(Counters.GRAPH500_80.reading("k", 0, 2 * MS)).isRepeat()).isFalse();
    assertThat(next(Counters.GRAPH500_80.reading("k", 1, 3 * MS)).isRepeat()).isFalse();
  }

  @Test
  void aClockThatIsSteppedBackStopsNothing() {
    long hour = 3_600_000 * MS;
    next(Counters.GRAPH500_40.reading("k", 0, 2 * hour));

    SensitivityResult result = next(Counters.GRAPH500_40.reading("k", 1, hour));

    assertThat(result.isRepeat()).isFalse();
    assertThat(result.sensitivities()).isNotEmpty().allMatch(s -> s.basedOnNanos() == hour);
  }

  @Test
  void whatHasNotMovedIsToldOnceInASecond() {
    int told = 0;
    for (int i = 0; i < 1000; i++) { // 10 ms apart: ten seconds
      told += read(Counters.GRAPH500_40, "k", (i + 1) * 10 * MS).sensitivities().size();
    }

    assertThat(told).isEqualTo(3 * 10); // three tunables
  }

  @Test
  void whatHasMovedIsToldAtOnce() {
    read(Counters.GRAPH500_40, "k", MS);

    assertThat(read(Counters.GRAPH500_80, "k", 2 * MS).sensitivities())
        .extracting(Sensitivity::tunable)
        .contains(TunableName.MEMORY_CLOCK);
  }

  @Test
  void theNameThatWasUsedLongestAgoMakesRoom() {
    var settings =
        new SensitivitySettings(Table3.MODELS, RegisterFile.GCN1, Bins.DEFAULT, 0.5, 0, 0, 3);
    var small = new SensitivityEstimator(settings);
    long evicted = 0;
    for (String name : List.of("a", "b", "c", "a", "d", "e")) {
      long end = (sequence + 1) * MS;
      evicted += small.next(state, Counters.MAX_FLOPS.reading(name, sequence++, end)).evictions();
    }

    assertThat(state.names)
        .extracting(named -> named.activityName)
        .containsExactlyInAnyOrder("a", "d", "e");
    assertThat(state.evictions).isEqualTo(2).isEqualTo(evicted);
  }

  @Test
  void refusesSettingsThatCannotWork() {
    assertSettings(List.of(Table3.COMPUTE, Table3.COMPUTE), 0.5, 0, 0, 1);
    assertSettings(Table3.MODELS, 0, 0, 0, 1);
    assertSettings(Table3.MODELS, 1.1, 0, 0, 1);
    assertSettings(Table3.MODELS, 0.5, -0.1, 0, 1);
    assertSettings(Table3.MODELS, 0.5, 0, -1, 1);
    assertSettings(Table3.MODELS, 0.5, 0, 0, 0);
  }

  private static void assertSettings(
      List<LinearModel> models, double weight, double change, long refresh, int names) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new SensitivitySettings(
                    models, RegisterFile.GCN1, Bins.DEFAULT, weight, change, refresh, names));
  }

  private SensitivityResult read(Counters counters, @Nullable String kernel, long endNanos) {
    return next(counters.reading(kernel, sequence++, endNanos));
  }

  private SensitivityResult next(CounterReading reading) {
    return estimator.next(state, reading);
  }

  private static double rawOf(Counters counters) {
    return Table3.BANDWIDTH.evaluate(counters.reading(), RegisterFile.GCN1).raw();
  }

  private static Sensitivity memory(List<Sensitivity> told) {
    return told.stream()
        .filter(s -> s.tunable().equals(TunableName.MEMORY_CLOCK))
        .findFirst()
        .orElseThrow();
  }
}
