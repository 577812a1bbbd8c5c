package io.wattune.collectors.dcgm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.device.PeriodicCounters;
import io.wattune.collectors.exposition.PageClient;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.SensitivityMetric;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class DcgmKindTest {
  private static final String UUID = "GPU-1";
  private static final long SECOND = 1_000_000_000L;

  private FakeExporter exporter;
  private DcgmKind kind;
  private final TakenReadings taken = new TakenReadings();
  private final AtomicLong clock = new AtomicLong(1_700_000_000L * SECOND);

  @BeforeEach
  void start() throws Exception {
    exporter = new FakeExporter();
    exporter.page = page("300.125", "5000000");
    kind = new DcgmKind(exporter.uri(), new SharedExporters(SharedExporters.PATIENCE, clock::get));
  }

  @AfterEach
  void stop() {
    exporter.close();
  }

  private static String page(String watts, String millijoules) {
    return FakeExporter.line("DCGM_FI_DEV_POWER_USAGE", UUID, "290")
        + FakeExporter.line("DCGM_FI_DEV_POWER_USAGE_INSTANT", UUID, watts)
        + FakeExporter.line("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", UUID, millijoules)
        + FakeExporter.line("DCGM_FI_PROF_DRAM_ACTIVE", UUID, "0.75")
        + FakeExporter.line("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", UUID, "0.2")
        + FakeExporter.line("DCGM_FI_PROF_PIPE_FP32_ACTIVE", UUID, "0.6");
  }

  @Test
  void powerEnergyAndCountersComeFromOnePage() throws Exception {
    try (DeviceSource source = kind.openSource(settings(Map.of()), clock::get)) {
      assertThat(source.power().signal().name()).isEqualTo("DCGM_FI_DEV_POWER_USAGE_INSTANT");
      assertThat(taken.poll(source)).isEqualTo(1);
      assertThat(taken.nanos).as("when the page was asked").containsExactly(clock.get());
      assertThat(drain(source)).as("no interval yet").isEmpty();
      exporter.page = page("310.5", "5300000");
      long asked = clock.addAndGet(SECOND);
      taken.next(source);
      clock.addAndGet(SECOND / 2); // The time is the question's, whenever the page is taken.

      assertThat(taken.nanos).last().isEqualTo(asked);
      assertThat(taken.milliwatts).containsExactly(300_125, 310_500);
      assertThat(taken.millijoules).containsExactly(5_000_000L, 5_300_000L);
      List<CounterReading> readings = drain(source);

      assertThat(readings).hasSize(1);
      assertThat(readings.get(0).seconds()).isEqualTo(1);
      assertThat(SensitivityMetric.IC_ACTIVITY.of(readings.get(0), RegisterFile.GCN1))
          .hasValue(0.75);
      assertThat(readings.get(0).value(CounterName.VALU_BUSY)).hasValue(0.6);
      assertThat(readings.get(0).value(CounterName.MEM_UNIT_BUSY)).as("never zero").isEmpty();
      assertThat(drain(source)).as("nothing new since").isEmpty();
    }
  }

  /** Fails where the ledger compares with a counter that nobody is told of. */
  @Test
  void theEnergyCounterIsFoundAndDescribed() throws Exception {
    assertThat(kind.find().devices().get(0).signals())
        .extracting(signal -> signal.name())
        .containsExactly("DCGM_FI_DEV_POWER_USAGE_INSTANT", "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION");
    try (DeviceSource source = kind.openSource(settings(Map.of()), clock::get)) {
      assertThat(source.describe(1).signals())
          .isEqualTo(List.of(source.power().signal(), source.power().energySignal()));
    }
  }

  /** With MIG an exporter shows no whole GPU by itself: fails where nothing says what to do. */
  @Test
  void onlySlicesSaysHowToSeeTheGpus() {
    String slice =
        "DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-1\",GPU_I_PROFILE=\"1g.5gb\",GPU_I_ID=\"7\"} 300\n";
    exporter.page = slice;
    Discovery found = kind.find();

    assertThat(found.devices()).isEmpty();
    assertThat(found.findings())
        .anySatisfy(each -> assertThat(each.remedy()).contains("--devices g"));

    exporter.page = slice + page("300", "1");
    clock.addAndGet(SECOND);
    assertThat(kind.find().findings())
        .anySatisfy(each -> assertThat(each.what()).contains("slices"))
        .allSatisfy(each -> assertThat(each.remedy()).isEmpty());
  }

  @Test
  void aFieldThatIsBlankIsMissingAndNotZero() throws Exception {
    try (DeviceSource source = kind.openSource(settings(Map.of()), clock::get)) {
      taken.poll(source);
      exporter.page = page("NaN", "N/A");
      clock.addAndGet(SECOND);
      TakenReadings.soon()
          .untilAsserted(
              () -> {
                assertThat(taken.poll(source)).as("readings with a value").isZero();
                assertThat(taken.milliwatts).hasSize(2);
              });

      assertThat(taken.milliwatts).last().isEqualTo(PollBlock.MISSING);
      assertThat(taken.millijoules).last().isEqualTo(EnergyColumn.MISSING);
    }
  }

  @Test
  void noPowerIsNoReadingAndNotZero() throws Exception {
    try (DeviceSource source = kind.openSource(settings(Map.of()), clock::get)) {
      taken.poll(source);
      exporter.page = page("0.000000", "5000000");
      clock.addAndGet(SECOND);
      TakenReadings.soon()
          .untilAsserted(
              () -> {
                assertThat(taken.poll(source)).isZero();
                assertThat(taken.milliwatts).hasSize(2).last().isEqualTo(PollBlock.MISSING);
              });
    }
    exporter.page = page("0", "5000000");
    clock.addAndGet(SECOND);
    try (DeviceSource source = kind.openSource(settings(Map.of()), clock::get)) {
      assertThat(source.power().signal().name()).isEqualTo("DCGM_FI_DEV_POWER_USAGE");
    }
  }

  /** Fails where what does not fit is cut to some other number. */
  @Test
  void aPowerThatIsNoneIsAnErrorAndNoReading() throws Exception {
    try (DeviceSource source = kind.openSource(settings(Map.of()), clock::get)) {
      taken.poll(source);
      for (String watts : List.of("4294967.596", "-1")) {
        exporter.page = page(watts, "5000000");
        clock.addAndGet(SECOND);
        assertThat(taken.failure(source)).contains("W of GPU 'GPU-1', which is no power");
      }
      assertThat(taken.milliwatts).containsExactly(300_125);
      exporter.page = page("300", "5000000");
      clock.addAndGet(SECOND);
      taken.comesBack(source);
    }
  }

  /** Fails where an answer of any length is kept in memory. */
  @Test
  void anAnswerThatIsNoPageAndDoesNotEndIsGivenUp() throws Exception {
    try (DeviceSource source = kind.openSource(settings(Map.of()), clock::get)) {
      taken.poll(source);
      exporter.page = "x".repeat(PageClient.LONGEST_PAGE + 1);
      clock.addAndGet(SECOND);

      assertThat(taken.failure(source)).contains("its answer has more than");
    }
  }

  @Test
  void anExporterThatFailsAndAGpuThatIsGoneAreErrorsThatSaySo() throws Exception {
    try (DeviceSource source = kind.openSource(settings(Map.of()), clock::get)) {
      exporter.status = 503;
      clock.addAndGet(SECOND);
      assertThat(taken.failure(source))
          .contains("/metrics answered with status 503; is that its address");
      assertThat(taken.failure(source)).as("until a page comes").contains("status 503");
      exporter.status = 200;
      exporter.page = page("1", "1").replace(UUID, "GPU-2");
      clock.addAndGet(SECOND);
      TakenReadings.soon()
          .until(() -> taken.failure(source).endsWith("does not show a GPU 'GPU-1'"));
      exporter.page = page("320", "5400000");
      clock.addAndGet(SECOND);
      taken.comesBack(source);
      assertThat(taken.milliwatts).endsWith(320_000);
    }
  }

  @Test
  void itsDevicesAreFound() {
    Discovery found = kind.find();

    assertThat(found.devices()).extracting(FoundDevice::uuid).containsExactly(UUID);
    assertThat(found.devices().get(0).counters())
        .contains(CounterName.IC_ACTIVITY, CounterName.VALU_BUSY);
  }

  @Test
  void inputsOfTheControllerThatDcgmDoesNotHaveAreSaid() {
    assertThat(missing())
        .isEqualTo(
            "inputs of the controller without a source:"
                + " VALUUtilization, MemUnitBusy, MemUnitStalled, WriteUnitStalled: DCGM has no field"
                + " for it; only a profiler counts it;"
                + " VGPRs: a kernel's registers are known to its launcher, not to DCGM;"
                + " SGPRs: NVIDIA GPUs have no scalar register file");
  }

  /** Fails where what DCGM has, and this exporter does not show, is taken for given. */
  @Test
  void inputsThatThisExporterDoesNotShowAreSaidToLack() {
    exporter.page =
        FakeExporter.line("DCGM_FI_DEV_POWER_USAGE", UUID, "290")
            + FakeExporter.line("DCGM_FI_PROF_DRAM_ACTIVE", UUID, "0.75");

    assertThat(missing())
        .startsWith(
            "inputs of the controller without a source:"
                + " VALUBusy: the exporter does not show DCGM's field 1004, 1006-1008, 1016;"
                + " VALUUtilization");
  }

  private String missing() {
    return kind.find().devices().get(0).findings().stream()
        .map(Finding::what)
        .filter(what -> what.startsWith("inputs of the controller"))
        .findFirst()
        .orElse("");
  }

  @Test
  void withoutAnExporterNothingIsFoundAndNothingIsWrong() {
    Discovery found =
        new DcgmKind(
                URI.create("http://127.0.0.1:9/metrics"),
                new SharedExporters(SharedExporters.PATIENCE, clock::get))
            .find();

    assertThat(found).isEqualTo(Discovery.NOTHING);
  }

  @Test
  void asASourceOfCountersItSaysWhatItCannotGive() throws Exception {
    try (DeviceCounters counters = kind.openCounters(settings(Map.of("pollPeriodMillis", "500")))) {
      assertThat(counters.periodNanos()).isEqualTo(SECOND / 2);
      for (int collected = 0; collected < 3; collected++) {
        assertThat(counters.read()).as("ratios of unknown age").isEmpty();
        nextCollection(collected);
      }
      assertThat(counters.read())
          .extracting("counter")
          .containsExactly(CounterName.IC_ACTIVITY, CounterName.VALU_BUSY);
    }
    assertThat(kind.offers())
        .filteredOn(offer -> !offer.isGiven())
        .extracting(CounterDescriptor::counter)
        .contains(CounterName.MEM_UNIT_STALLED, CounterName.VGPRS);
  }

  /** Fails where what a page shows counts as of the time between two looks at it. */
  @Test
  @Tag("long")
  void countersOfAnOldPageAreOfTheTimeThatTheyMayBeOf() throws Exception {
    List<CounterReading> readings = new ArrayList<>();
    try (DeviceCounters counters = kind.openCounters(settings(Map.of()))) {
      var periodic = new PeriodicCounters("n1/" + UUID, counters, clock::get);
      EventSource.Sink sink = onlyCounters(readings);
      for (int collected = 0; collected < 5; collected++) {
        for (int looks = 0; looks < 30; looks++) {
          periodic.drain(sink);
          clock.addAndGet(SECOND);
        }
        nextCollection(collected);
      }
    }

    assertThat(readings).as("each mean once").hasSize(2);
    for (CounterReading reading : readings) {
      assertThat(reading.value(CounterName.VALU_BUSY)).hasValue(0.6);
      assertThat(reading.endNanos() - reading.startNanos())
          .as("of three collections of 30 s")
          .isEqualTo(61 * SECOND);
    }
  }

  /** Another mean, as an exporter shows it that has collected anew. */
  private void nextCollection(int number) {
    exporter.page =
        page("300", "5000000")
            + FakeExporter.line("DCGM_FI_PROF_DRAM_ACTIVE", UUID, "0.7" + (number + 1));
  }

  @Test
  void wrongSettingsAreRefused() {
    assertThatThrownBy(() -> kind.openCounters(settings(Map.of("url", "localhost"))))
        .hasMessageContaining("is no address: 'localhost'");
    assertThatThrownBy(() -> kind.openCounters(settings(Map.of("pollPeriodMillis", "5"))))
        .hasMessageContaining("must be at least 100, was 5");
    assertThatThrownBy(() -> kind.openControls(settings(Map.of())))
        .hasMessageContaining("which reads only");
  }

  private static DeviceSettings settings(Map<String, String> values) {
    return new DeviceSettings("n1/" + UUID, Path.of("."), values);
  }

  private static List<CounterReading> drain(DeviceSource source) throws DeviceException {
    List<CounterReading> readings = new ArrayList<>();
    source.events().drain(onlyCounters(readings));
    return readings;
  }

  private static EventSource.Sink onlyCounters(List<CounterReading> readings) {
    return new EventSource.Sink() {
      @Override
      public void activity(Activity activity) {
        throw new AssertionError("no activities are known");
      }

      @Override
      public void counters(CounterReading reading) {
        readings.add(reading);
      }
    };
  }
}
