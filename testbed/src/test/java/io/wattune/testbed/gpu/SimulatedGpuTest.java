package io.wattune.testbed.gpu;

import static io.wattune.testbed.gpu.Simulation.MILLI;
import static io.wattune.testbed.gpu.Simulation.SECOND;
import static io.wattune.testbed.gpu.Simulation.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.tunable.TunableName;
import io.wattune.testbed.SensorParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SimulatedGpuTest {
  /** One kernel of 2 s at boost that arithmetic alone limits, again and again after 1 s. */
  private static final Kernel LONG =
      new Kernel(
          "long", 64, 0.0001, 0.5, 0.5, 0, 256, 1, 4, 10, 0, 0, 1, 24, 24, 0.25, 1, 0, List.of());

  @TempDir Path folder;
  private GpuModel quiet;

  @BeforeEach
  void load() throws IOException {
    quiet = withoutNoise(DataFiles.gpu("gcn-32cu"));
  }

  @Test
  void energyIsPowerTimesTimeOfEachLevel() throws IOException {
    var simulation = simulation(quiet);
    simulation.advance(3 * SECOND);

    var knobs = new KnobValues(32, 1000, 1375);
    var equations = new GpuEquations(quiet);
    OperatingPoint busy = equations.at(LONG, Kernel.Phase.PLAIN, knobs);
    double joules =
        quiet.idle().idleWatts() * 1e-9
            + busy.watts() * busy.seconds()
            + equations.unloadedWatts(knobs) * (3 - 1e-9 - busy.seconds());
    // A microjoule of rounding, a nanosecond of the kernel's end at 250 W.
    assertThat(simulation.gpu.truth().now().energyMicrojoules() * 1e-6)
        .isCloseTo(joules, within(2e-6));
    assertThat(busy.seconds()).isCloseTo(2, within(1e-6));
  }

  @Test
  void aSettingHoldsAfterTheSwitchingDelayAndTheRemainingWorkGoesOnAtTheNewRate() throws Exception {
    var simulation = simulation(quiet);
    simulation.advance(SECOND);
    simulation.registers.write(simulation.registers.control(TunableName.CORE_CLOCK), 500);
    simulation.advance(SECOND + 1);
    double atBoost = simulation.gpu.truth().now().workPerSecond();
    simulation.advance(SECOND + 10 * MILLI);
    assertThat(simulation.gpu.truth().now().workPerSecond()).isEqualTo(atBoost);
    simulation.advance(SECOND + 10 * MILLI + 1);
    assertThat(simulation.gpu.truth().now().workPerSecond())
        .isCloseTo(atBoost / 2, within(atBoost * 1e-6));
    simulation.advance(4 * SECOND);

    Activity first = simulation.ended.get(0);
    // 1.01 s of 2 s are done by then; the rest takes twice as long.
    double expected = 1.01 + 2 * (2 - 1.01);
    assertThat((first.endNanos() - first.startNanos()) * 1e-9).isCloseTo(expected, within(1e-6));
    CounterReading counters = simulation.counters.get(0);
    assertThat(counters.value(CounterName.WORK)).hasValue(64e9);
    assertThat(counters.value(CounterName.VALU_BUSY).orElseThrow()).isCloseTo(1, within(1e-6));
    assertThat(counters.value(CounterName.PEAK_BYTES).orElseThrow())
        .isCloseTo(264e9 * expected, within(264e9 * 1e-5));
  }

  @Test
  void idlePowerFollowsTheSettingsWhileTheClocksAreUp() throws Exception {
    var simulation = simulation(quiet);
    simulation.advance(2200 * MILLI);
    int before = simulation.gpu.read(START + 2400 * MILLI);
    simulation.registers.write(simulation.registers.control(TunableName.CORE_CLOCK), 300);
    simulation.gpu.advanceTo(START + 2400 * MILLI);
    int after = simulation.gpu.read(START + 2800 * MILLI);

    assertThat(before).isCloseTo(125_400, within(200));
    // The lag of 50 ms has died away to 0.04 % of the step.
    double watts = new GpuEquations(quiet).unloadedWatts(new KnobValues(32, 300, 1375));
    assertThat(after).isCloseTo((int) Math.round(watts * 1e3), within(50));
  }

  @Test
  void theK20cHoldsActiveIdleAndThenStepsDown() throws IOException {
    GpuModel k20c = withoutNoise(DataFiles.gpu("k20c"));
    var workload = new Workload("tail", 0, List.of(LONG), List.of(step(60 * SECOND)));
    var simulation = new Simulation(folder, k20c, workload, 1);
    simulation.advance(SECOND);
    for (long since = SECOND; simulation.ended.isEmpty(); since += MILLI) {
      simulation.advance(since);
    }
    // The clock has gone up to 1 ms too far to look for it.
    long end = simulation.ended.get(0).endNanos() + MILLI;
    GpuTruth truth = simulation.gpu.truth();

    double[] watts = new double[8];
    for (int i = 0; i < watts.length; i++) {
      simulation.gpu.advanceTo(end + i * SECOND);
      long before = truth.now().energyMicrojoules();
      simulation.gpu.advanceTo(end + i * SECOND + 400 * MILLI);
      watts[i] = (truth.now().energyMicrojoules() - before) * 1e-6 / 0.4;
    }

    assertThat(watts)
        .usingComparatorWithPrecision(1e-4)
        .containsExactly(52.5, 52.5, 52.5, 52.5, 48.0, 44.0, 38.0, 23.64);
  }

  @Test
  void everyInvocationIsToldWhenItStartsAndWhenItEndsWithItsCounters() throws IOException {
    var simulation =
        new Simulation(folder, DataFiles.gpu("gcn-32cu"), DataFiles.workload("short-kernels"), 3);
    for (long since = 0; since <= 5 * SECOND; since += 20 * MILLI) {
      simulation.advance(since);
    }

    assertThat(simulation.ended).hasSizeGreaterThan(1000);
    assertThat(simulation.counters).hasSameSizeAs(simulation.ended);
    var ids = new HashSet<String>();
    long last = START;
    for (int i = 0; i < simulation.ended.size(); i++) {
      Activity activity = simulation.ended.get(i);
      CounterReading reading = simulation.counters.get(i);
      assertThat(simulation.started.get(i)).isEqualTo(activity.atItsStart());
      assertThat(ids.add(activity.activityId())).isTrue();
      assertThat(activity.startNanos()).isGreaterThanOrEqualTo(last);
      assertThat(reading.sequence()).isEqualTo(i);
      assertThat(reading.startNanos()).isEqualTo(activity.startNanos());
      assertThat(reading.endNanos()).isEqualTo(activity.endNanos());
      assertThat(reading.level()).isEqualTo(Book.KERNEL);
      assertThat(reading.activityId()).isEqualTo(activity.activityId());
      assertThat(reading.activityName()).isEqualTo(activity.name());
      assertThat(reading.counters()).hasSize(11);
      last = activity.endNanos();
    }
    assertThat(simulation.gpu.eventsDropped()).isZero();
  }

  @Test
  void deliveredWorkIsWhatTheCountersSay() throws IOException {
    var simulation =
        new Simulation(folder, DataFiles.gpu("gcn-32cu"), DataFiles.workload("phases"), 4);
    simulation.advance(10 * SECOND);
    while (simulation.started.size() != simulation.ended.size()) {
      simulation.advance(simulation.gpu.truth().now().nanos() - START + 10_000);
    }

    double counted =
        simulation.counters.stream()
            .mapToDouble(reading -> reading.value(CounterName.WORK).orElseThrow())
            .sum();

    // Sums of some hundred doubles in the same order.
    assertThat(simulation.gpu.truth().now().work()).isEqualTo(counted);
    assertThat(simulation.gpu.truth().now().workPerSecond()).isZero();
    assertThat(
            simulation.counters.stream()
                .filter(reading -> "walk".equals(reading.activityName()))
                .map(reading -> reading.value(CounterName.WORK).orElseThrow())
                .distinct())
        .as("its phases differ in work")
        .hasSizeGreaterThanOrEqualTo(4);
  }

  @Test
  void theRegistersSayWhatRuns() throws IOException {
    var simulation = simulation(quiet);
    simulation.registers.runs("left by another life");
    simulation = simulation(quiet);

    assertThat(simulation.registers.runningActivity()).isEmpty();
    simulation.advance(SECOND);
    assertThat(simulation.registers.runningActivity()).contains("long");
    simulation.advance(2500 * MILLI);
    assertThat(simulation.registers.runningActivity()).isEmpty();
  }

  @Test
  void theTruthIsKnownAtWholeSecondsAndNowAlone() throws IOException {
    var simulation = simulation(quiet);
    simulation.advance(10 * SECOND);
    GpuTruth truth = simulation.gpu.truth();
    long second = 1_800_000_001L * SECOND;

    long whole = truth.energyMicrojoules(START, truth.now().nanos());
    assertThat(whole).isEqualTo(truth.now().energyMicrojoules()).isPositive();
    assertThat(
            truth.energyMicrojoules(START, second)
                + truth.energyMicrojoules(second, second + 5 * SECOND)
                + truth.energyMicrojoules(second + 5 * SECOND, truth.now().nanos()))
        .isEqualTo(whole);
    assertThatThrownBy(() -> truth.energyMicrojoules(START, second + 1))
        .hasMessageContaining(Long.toString(second + 1));
    assertThatThrownBy(() -> truth.energyMicrojoules(START, second + 100 * SECOND))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> truth.energyMicrojoules(second - SECOND, second))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theTruthForgetsWhatIsOlderThanItsRing() throws IOException {
    var truth = new GpuTruth(0);
    int seconds = (1 << 17) + 10;
    for (int i = 0; i <= seconds; i++) {
      truth.second(i);
    }

    assertThat(truth.energyMicrojoules(11 * SECOND, seconds * SECOND))
        .isEqualTo((seconds - 11) * 1_000_000L);
    assertThatThrownBy(() -> truth.energyMicrojoules(10 * SECOND, seconds * SECOND))
        .hasMessageContaining("whole seconds");
  }

  @Test
  void theClockNeverGoesBack() throws IOException {
    var simulation = simulation(quiet);
    int reading = simulation.gpu.read(START + SECOND);

    assertThat(simulation.gpu.read(START)).isEqualTo(reading);
    assertThat(simulation.gpu.truth().now().nanos()).isEqualTo(START + SECOND);
  }

  @Test
  void gpusOfOtherSeedsAreNotInStep() throws IOException {
    GpuModel model = DataFiles.gpu("gcn-32cu");
    Workload mixed = DataFiles.workload("mixed");
    var starts = new HashSet<Long>();
    for (long seed = 0; seed < 10; seed++) {
      var simulation = new Simulation(folder, model, mixed, seed);
      simulation.advance(3 * SECOND);
      starts.add(simulation.started.get(0).startNanos() / MILLI);
    }

    assertThat(starts).hasSizeGreaterThanOrEqualTo(9);
  }

  @Test
  void irregularPollsComeAsAK20AnswersThem() throws IOException {
    var simulation = new Simulation(folder, DataFiles.gpu("k20c"), DataFiles.workload("bursty"), 5);
    long shortest = Long.MAX_VALUE;
    long longest = 0;
    long last = START;
    int gaps = 0;
    while (last < START + 60 * SECOND) {
      simulation.gpu.read(last);
      long next = simulation.gpu.nextPollNanos(last);
      shortest = Math.min(shortest, next - last);
      longest = Math.max(longest, next - last);
      gaps += next - last > 4 * MILLI && next - last < 6 * MILLI ? 1 : 0;
      last = next;
    }

    assertThat(shortest).isBetween(266_000L, 268_000L);
    // A stall of 130 ms, and the gap that it may end in.
    assertThat(longest).isBetween(125 * MILLI, 136 * MILLI);
    // One for each update of 15 ms, but for the stalls: some 20 pauses of up to 6 stalls.
    assertThat(gaps).isBetween(3500, 4000);
  }

  private Simulation simulation(GpuModel model) throws IOException {
    return new Simulation(
        folder, model, new Workload("one", 0, List.of(LONG), List.of(step(SECOND))), 1);
  }

  private static Workload.Step step(long idleNanos) {
    return new Workload.Step("long", 1, 0, idleNanos);
  }

  private static GpuModel withoutNoise(GpuModel model) {
    SensorParameters sensor = model.sensor();
    return new GpuModel(
        model.name(),
        model.vendor(),
        model.product(),
        model.cuCount(),
        model.coreClockMegaHertz(),
        model.memoryClockMegaHertz(),
        model.switchingDelayNanos(),
        model.time(),
        model.power(),
        model.activeIdleShare(),
        model.idle(),
        new SensorParameters(
            sensor.timeConstantSeconds(),
            sensor.windowSeconds(),
            sensor.delayNanos(),
            sensor.updatePeriodNanos(),
            0,
            sensor.stepMilliwatts(),
            sensor.gain(),
            sensor.offsetWatts()),
        model.pollPeriodNanos(),
        model.pollPattern(),
        0,
        0);
  }
}
