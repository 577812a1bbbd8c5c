package io.wattune.collectors.amd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AmdKindTest {
  private static final String ADDRESS = "0000:03:00.0";
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path root;
  private final AtomicLong now = new AtomicLong(100 * SECOND);
  private FakeAmdgpu driver;

  @BeforeEach
  void aCard() throws Exception {
    driver = new FakeAmdgpu(root).add(0, ADDRESS);
  }

  @Test
  void findsEachGpuWithWhatItGives() throws Exception {
    driver.add(2, "0000:83:00.0");
    Files.createDirectories(root.resolve("class/drm/card1/device"));
    Files.writeString(root.resolve("class/drm/card1/device/vendor"), "0x10de\n");

    List<FoundDevice> found = kind().find().devices();

    assertThat(found)
        .extracting(FoundDevice::uuid)
        .containsExactly("8ad5d1e2b8d7d5f0", "8ad5d1e2b8d7d5f2");
    FoundDevice first = found.get(0);
    assertThat(first.settings()).isEqualTo(Map.of("address", ADDRESS));
    assertThat(first.signals())
        .containsExactly(
            new Signal("power1_average", SignalUnit.MICROWATTS, 20_000_000),
            new Signal("energy_accumulator", SignalUnit.MICROJOULES, 20_000_000));
    assertThat(first.tunables())
        .extracting(tunable -> tunable.name())
        .containsExactly("core.clock", "memory.clock", "power.limit");
    assertThat(first.counters()).containsExactly("GpuBusy", "CoreClock", "Temperature");
    assertThat(first.model()).isEqualTo("1002:66a1");
    assertThat(first.findings())
        .extracting(Finding::what)
        .satisfiesExactly(
            what ->
                assertThat(what)
                    .isEqualTo(
                        "power1_average is polled 50 times a second until it is known when its"
                            + " sensor updates, then once or twice an update (nothing was published"
                            + " of this model; followUpdates=false keeps the rate)"),
            what -> assertThat(what).contains("does not state the step"),
            what ->
                assertThat(what)
                    .isEqualTo(
                        "inputs of the controller without a source: VALUBusy, VALUUtilization,"
                            + " MemUnitBusy, MemUnitStalled, WriteUnitStalled, VGPRs, SGPRs,"
                            + " ReadBytes, WrittenBytes: only a profiler inside the application"
                            + " (rocprofiler) counts it"),
            what -> assertThat(what).startsWith("its counters do not show how much work is done"));
  }

  @Test
  void pollsMayFollowTheSensorUnlessTheFileSaysNo() throws Exception {
    assertThat(source(Map.of()).power().mayFollowUpdates()).isTrue();
    assertThat(source(Map.of("followUpdates", "false")).power().mayFollowUpdates()).isFalse();
    assertThatThrownBy(() -> source(Map.of("followUpdates", "no")))
        .isInstanceOf(DeviceException.class)
        .hasMessage("setting 'followUpdates' of device 'n1/G1' must be true or false, was 'no'");
  }

  @Test
  void saysWhatLacksAndWhatToDo() throws Exception {
    Files.delete(driver.folder(0).resolve("unique_id"));
    driver.metrics(0, 1, 4, 999, 24, 1);
    driver.set(driver.folder(0), "power_dpm_force_performance_level", "profile_peak");
    driver.set(driver.sensors(0), "power1_average", "0");

    FoundDevice found = kind().find().devices().get(0);

    assertThat(found.uuid()).isEqualTo(ADDRESS);
    assertThat(found.findings())
        .extracting(Finding::what)
        .satisfiesExactly(
            what -> assertThat(what).contains("has no unique_id"),
            what -> assertThat(what).contains("second die"),
            what -> assertThat(what).contains("until it is known when its sensor updates"),
            what -> assertThat(what).contains("1.4 of 999 bytes has a layout that is not known"),
            what ->
                assertThat(what).contains("'profile_peak', which turns clock and power gating off"),
            what -> assertThat(what).startsWith("inputs of the controller"),
            what -> assertThat(what).startsWith("its counters do not show how much work is done"));
    assertThat(found.findings())
        .extracting(Finding::level)
        .containsExactly(
            Finding.Level.NOTE,
            Finding.Level.NOTE,
            Finding.Level.NOTE,
            Finding.Level.MISSING,
            Finding.Level.MISSING,
            Finding.Level.MISSING,
            Finding.Level.MISSING);
    assertThat(found.signals()).extracting(Signal::name).containsExactly("power1_average");
  }

  /** An APU's power is the whole chip's: fails where that is not said, or counted twice. */
  @Test
  void aGpuThatIsPartOfAProcessorIsNotCountedBesideIt() throws Exception {
    driver.metrics(0, 2, 2, 128, 0, 0);

    FoundDevice alone = kind().find().devices().get(0);
    assertThat(alone.findings())
        .extracting(Finding::what)
        .anyMatch(what -> what.contains("the CPU's cores included"))
        .anyMatch(what -> what.contains("2.2 has no energy accumulator"));
    assertThat(alone.findings())
        .as("nothing that a newer version could mend")
        .noneMatch(each -> each.remedy().contains("version of Wattune"));

    Path cpu = Files.createDirectories(root.resolve("class/powercap/intel-rapl:0"));
    Files.writeString(cpu.resolve("energy_uj"), "7\n");
    driver.add(1, "0000:83:00.0");

    assertThat(kind().find().devices()).as("the card alone").hasSize(1);
    assertThat(kind().find().findings().get(0).what()).contains(ADDRESS).contains("counted twice");
    assertThat(source(Map.of()).power().read()).as("named in the node's file").isPositive();
  }

  @Test
  void aLargeProcessorWithGpusIsReadAndSaysThatItsCoresAreIn() throws Exception {
    topology(1, "cpu_cores_count 24\nsimd_count 912\nlocation_id 768\ndomain 0");
    Path cpu = Files.createDirectories(root.resolve("class/powercap/intel-rapl:0"));
    Files.writeString(cpu.resolve("energy_uj"), "7\n");

    assertThat(kind().find().devices().get(0).findings())
        .extracting(Finding::what)
        .anyMatch(what -> what.contains("the CPU's cores included"));
  }

  @Test
  void saysHowItsComputeUnitsAreMaskedWhereThatIsKnown() throws Exception {
    topology(0, "simd_count 0");
    topology(
        1,
        "simd_count 240\nsimd_per_cu 4\narray_count 4\nsimd_arrays_per_engine 1\n"
            + "location_id 768\ndomain 1");
    topology(
        2,
        "simd_count 240\nsimd_per_cu 4\narray_count 4\nsimd_arrays_per_engine 1\n"
            + "gfx_target_version 90006\nlocation_id 768\ndomain 0");

    assertThat(kind().find().devices().get(0).findings())
        .extracting(Finding::what)
        .anyMatch(
            what ->
                what.contains("60 compute units in 4 engines")
                    && what.contains("HSA_CU_MASK=1:0x3FFFFFFF,"));

    topology(
        2,
        "simd_count 236\nsimd_per_cu 4\narray_count 4\nsimd_arrays_per_engine 1\n"
            + "location_id 768\ndomain 0");
    assertThat(kind().find().devices().get(0).findings())
        .extracting(Finding::what)
        .as("59 units: nobody says in which array one is missing")
        .noneMatch(what -> what.contains("compute units"));
  }

  @Test
  void saysWhatItsProfilerDoesNotCountEither() throws Exception {
    String units = "simd_count 240\nlocation_id 768\ndomain 0\ngfx_target_version ";
    topology(0, units + "90402");
    assertThat(inputs()).endsWith("; MemUnitBusy, WriteUnitStalled: " + undefined("gfx942"));

    topology(0, units + "110000");
    assertThat(inputs())
        .contains(
            "VALUBusy, VALUUtilization, MemUnitStalled: " + undefined("gfx1100") + "; MemUnit");

    topology(0, units + "90010");
    assertThat(inputs()).as("gfx90a has all").doesNotContain("does not define");
  }

  private static String undefined(String architecture) {
    return "the profiler does not define it for " + architecture;
  }

  private String inputs() {
    return kind().find().devices().get(0).findings().stream()
        .map(Finding::what)
        .filter(what -> what.startsWith("inputs of the controller"))
        .findFirst()
        .orElseThrow();
  }

  private void topology(int node, String properties) throws Exception {
    Path folder = root.resolve("class/kfd/kfd/topology/nodes").resolve(Integer.toString(node));
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("properties"), properties + "\n");
  }

  @Test
  void aMachineWithoutGpusIsANote() {
    var nowhere = new AmdKind(new FakeAmdgpu(root.resolve("nowhere")).tree());

    assertThat(nowhere.find().devices()).isEmpty();
    assertThat(nowhere.find().findings())
        .extracting(Finding::level)
        .containsExactly(Finding.Level.NOTE);
  }

  @Test
  void readsPowerAndExactEnergy() throws Exception {
    DeviceSource source = source(Map.of());

    assertThat(source.power().read()).isEqualTo(221_000_000);
    assertThat(source.power().readEnergy()).isEqualTo(1_000_000);
    assertThat(source.power().energySignal())
        .isEqualTo(new Signal("energy_accumulator", SignalUnit.MICROJOULES, 20_000_000));
    driver.metrics(0, 1, 3, 120, 24, -1);
    assertThat(source.power().readEnergy()).isEqualTo(EnergyColumn.MISSING);
  }

  @Test
  void prefersTheSignalThatDoesNotAverage() throws Exception {
    driver.set(driver.sensors(0), "power1_input", "230000000");

    assertThat(source(Map.of()).power().read()).isEqualTo(230_000_000);
    assertThat(source(Map.of("signal", "power1_average")).power().read()).isEqualTo(221_000_000);
    assertThatThrownBy(() -> source(Map.of("signal", "power9_input")))
        .hasMessageContaining("no sensor of power: none of [power9_input]");
  }

  @Test
  void noReadingIsNeverZero() throws Exception {
    DeviceSource source = source(Map.of());

    driver.set(driver.sensors(0), "power1_average", "");
    assertThat(source.power().read()).isEqualTo(PollBlock.MISSING);
    driver.set(driver.sensors(0), "power1_average", "0");
    assertThat(source.power().read()).isEqualTo(PollBlock.MISSING);
    driver.set(driver.sensors(0), "power1_average", "2200000000");
    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("out of range");
  }

  /** Fails where a GPU that the kernel has put to sleep counts as one that is broken. */
  @Test
  void aGpuThatSleepsHasNoReadingAndDoesNotFail() throws Exception {
    DeviceSource source = source(Map.of());
    sleep("suspended");
    for (String file : List.of("power1_average", "gpu_metrics", "pp_dpm_sclk", "power1_cap")) {
      driver.failReading(file, "Operation not permitted");
    }

    assertThat(source.power().read()).isEqualTo(PollBlock.MISSING);
    assertThat(source.power().readEnergy()).isEqualTo(EnergyColumn.MISSING);
    assertThatThrownBy(() -> source.describe(7)).hasMessageContaining("is asleep");
    DeviceSource later = source(Map.of());
    FoundDevice found = kind().find().devices().get(0);
    assertThat(found.signals()).extracting(Signal::name).containsExactly("power1_average");
    assertThat(found.findings())
        .filteredOn(finding -> finding.level() != Finding.Level.NOTE)
        .extracting(Finding::what)
        .as("nothing is broken")
        .allMatch(
            what -> what.startsWith("inputs of the controller") || what.startsWith("its counters"));
    assertThat(found.findings())
        .extracting(Finding::what)
        .anyMatch(what -> what.contains("is asleep"));

    sleep("active");
    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("not permitted");
    driver.mend();
    for (DeviceSource each : List.of(source, later)) {
      assertThat(each.power().read()).isEqualTo(221_000_000);
      assertThat(each.power().readEnergy()).isEqualTo(1_000_000);
    }
  }

  private void sleep(String status) throws Exception {
    Path power = Files.createDirectories(driver.folder(0).resolve("power"));
    driver.set(power, "runtime_status", status);
  }

  @Test
  void aGpuThatWasLostIsReadAgainWhenItComesBackUnderAnotherNumber() throws Exception {
    DeviceSource source = source(Map.of());
    assertThat(source.power().read()).isPositive();
    Files.move(root.resolve("class/drm/card0"), root.resolve("lost"));
    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("lost");
    assertThatThrownBy(() -> source.power().read())
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("no AMD GPU at " + ADDRESS);

    driver.add(1, ADDRESS);

    assertThat(source.power().read()).isEqualTo(221_000_000);
    assertThat(source.power().readEnergy()).isEqualTo(1_000_000);
  }

  @Test
  void describesItselfWithWhatItHasNow() throws Exception {
    var descriptor = source(Map.of()).describe(7);

    assertThat(descriptor.vendor()).isEqualTo("amd");
    assertThat(descriptor.tunable("core.clock").orElseThrow().ownValue()).hasValue(1_725);
    assertThat(descriptor.tunable("power.limit").orElseThrow().ownValue()).hasValue(225_000);
    driver.set(driver.folder(0), "power_dpm_force_performance_level", "manual");
    assertThat(source(Map.of()).describe(8).tunable("core.clock").orElseThrow().ownValue())
        .as("not known")
        .isEmpty();
  }

  @Test
  void countersComeOnceASecondAndWhatLacksIsAbsent() throws Exception {
    DeviceSource source = source(Map.of());
    List<CounterReading> readings = new ArrayList<>();
    source.events().drain(sink(readings));
    now.addAndGet(SECOND / 2);
    source.events().drain(sink(readings));
    assertThat(readings).isEmpty();

    now.addAndGet(SECOND / 2);
    driver.failReading("temp1_input", "Input/output error");
    source.events().drain(sink(readings));

    assertThat(readings).hasSize(1);
    CounterReading reading = readings.get(0);
    assertThat(reading.seconds()).isEqualTo(1);
    assertThat(reading.value("GpuBusy")).hasValue(0.97);
    assertThat(reading.value("CoreClock")).hasValue(1.725e9);
    assertThat(reading.value("Temperature")).isEmpty();
    assertThat(reading.value("MemoryBusy")).isEmpty();
  }

  /** Fails where counters are read by the number that the GPU had at the agent's start. */
  @Test
  void countersAreOfTheSameGpuWhenTheDriverNumbersItAnew() throws Exception {
    DeviceSource source = source(Map.of());
    List<CounterReading> readings = new ArrayList<>();
    source.events().drain(sink(readings));
    driver.set(driver.sensors(0), "temp1_input", "55000");
    Files.move(root.resolve("class/drm/card0"), root.resolve("class/drm/card5"));
    driver.add(0, "0000:83:00.0");
    driver.set(driver.sensors(0), "temp1_input", "99000");
    int unused = source.power().read(); // The other GPU is at its place.
    var unusedToo = source.describe(0);
    now.addAndGet(SECOND);
    source.events().drain(sink(readings));

    assertThat(readings.get(0).value("Temperature")).hasValue(55);
  }

  @Test
  void saysWhichOfHarmoniasInputsCannotBeHad() throws Exception {
    var counters = counters(AmdCard.at(driver.tree(), ADDRESS));

    assertThat(counters.offers())
        .filteredOn(offer -> offer.counter().equals(CounterName.VALU_BUSY))
        .singleElement()
        .matches(offer -> !offer.isGiven())
        .extracting(CounterDescriptor::reason)
        .asString()
        .contains("profiler");
  }

  @Test
  void refusesSettingsThatItDoesNotKnow() {
    assertThatThrownBy(() -> source(Map.of("adress", ADDRESS)))
        .hasMessageContaining("unknown setting 'adress'");
    assertThatThrownBy(() -> source(Map.of("pollPeriodMillis", "0")))
        .hasMessageContaining("must be in 1..10000, was 0");
  }

  private static AmdCounters counters(AmdCard card) {
    return new AmdCounters(() -> card);
  }

  private AmdKind kind() {
    return new AmdKind(driver.tree());
  }

  private DeviceSource source(Map<String, String> more) throws DeviceException {
    var settings = new java.util.HashMap<>(more);
    settings.put("address", ADDRESS);
    return kind().openSource(new DeviceSettings("n1/G1", root, settings), now::get);
  }

  private static EventSource.Sink sink(List<CounterReading> readings) {
    return new EventSource.Sink() {
      @Override
      public void activity(Activity activity) {
        throw new AssertionError("the driver knows no activities");
      }

      @Override
      public void counters(CounterReading reading) {
        readings.add(reading);
      }
    };
  }
}
