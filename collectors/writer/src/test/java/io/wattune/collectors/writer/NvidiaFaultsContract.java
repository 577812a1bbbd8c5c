package io.wattune.collectors.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.journal.OwnValue;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.nvml.PlayedNvml;
import io.wattune.collectors.nvml.TestGpus;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.core.Quality;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.testkit.FaultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What NVIDIA's driver may do to a write, with a stand-in for the driver as device. */
abstract class NvidiaFaultsContract {
  private static final String DEVICE = "n1/GPU-a";
  private static final long OWN_LIMIT = 700_000;
  private static final long OWN_CORE = 1_980;
  private static final Setting CORE = new Setting("core.clock", TunableUnit.MEGAHERTZ, 1_200);
  private static final Setting LIMIT = new Setting("power.limit", TunableUnit.MILLIWATTS, 350_000);

  @TempDir Path folder;
  private final RecordingSink sink = new RecordingSink();
  private final TestClock clock = new TestClock();
  private PlayedNvml gpu;
  private NodeConfig config;
  private Writer writer;

  /** A driver that plays this script. */
  abstract PlayedNvml play(String script) throws Exception;

  /** The driver's name in the table of faults, where it is not the one of the first rows. */
  abstract String suffix();

  @AfterEach
  void stop() {
    if (writer != null) {
      writer.stop();
    }
  }

  private void prepare(String script, String settings) throws Exception {
    gpu = play(TestGpus.H100 + script);
    Path file =
        Files.writeString(
            folder.resolve("node.json"),
            """
            {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
             "devices": [{"uuid": "GPU-a", "kind": "nvidia", "settings": {%s}}],
             "tuning": {"isOn": true, "requiresSignature": false, "requiresGuardian": false, "controls": [
               {"device": "*", "tunable": "core.clock", "lowest": 210, "highest": 1980},
               {"device": "*", "tunable": "power.limit", "lowest": "200W", "highest": "700W"}]}}
            """
                .formatted(settings));
    config = NodeFile.read(file);
  }

  private DeviceKinds kinds() {
    return new DeviceKinds(List.of(TestGpus.kind(gpu.nvml())));
  }

  private void start(String script) throws Exception {
    prepare(script, "");
    startWriter();
  }

  private void startWriter() throws Exception {
    writer = Writer.start(config.setup(), kinds(), clock, sink);
    writer.holds(Holds.NONE);
    OpenDevices.await(writer, sink, DEVICE);
    assertThat(journal().read().orElseThrow().values()).hasSize(2);
  }

  private JournalFiles journal() {
    return new JournalFiles(config.folder());
  }

  private void decide(long sequence, long leaseMillis, Setting... settings) {
    writer.decide(
        new Decision.ForDevice(
            "n1",
            DEVICE,
            1,
            sequence,
            clock.now().wallNanos(),
            leaseMillis * 1_000_000,
            Configuration.of(settings),
            List.of(),
            "test",
            "test",
            "",
            Quality.MEASURED,
            0,
            null));
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).until(condition);
  }

  private long limit() {
    return gpu.limit(0);
  }

  private boolean isAtOwnSettings() {
    return gpu.lock(0, ClockDomain.CORE) == null && limit() == OWN_LIMIT;
  }

  @Test
  void settingsAreAppliedReadBackAndPutBackAtTheEndOfTheLease() throws Exception {
    start("");

    decide(1, 20_000, CORE, LIMIT);

    until(() -> sink.said().contains("APPLIED ok"));
    assertThat(gpu.lock(0, ClockDomain.CORE)).containsExactly(210, 1_200);
    assertThat(limit()).isEqualTo(350_000);
    clock.pass(20_000);
    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(isAtOwnSettings()).isTrue();
  }

  @Test
  void aGpuThatIsTooHotForItsSettingsIsToldWithThem() throws Exception {
    start("reasons @0 76\n"); // Its power limit, hw_slowdown, hw_thermal_slowdown.

    // An answer about a write does not wait long for this: what comes too late is not said.
    AtomicLong sequence = new AtomicLong();
    until(
        () -> {
          long next = sequence.incrementAndGet();
          decide(next, 20_000, next % 2 == 0 ? CORE : LIMIT);
          until(() -> sink.all().size() == next);
          return !sink.all().get((int) next - 1).detail().isEmpty();
        });

    assertThat(sink.said()).containsOnly("APPLIED ok");
    assertThat(sink.all().get(sink.all().size() - 1).detail())
        .endsWith("below its settings: heat (hw_thermal_slowdown)");
  }

  @Test
  void anIdleGpuAndOneAtItsPowerLimitHoldNothingBack() throws Exception {
    start("reasons @0 7\n"); // Idle, clock setting, power limit.

    decide(1, 20_000, CORE, LIMIT);

    until(() -> sink.said().contains("APPLIED ok"));
    assertThat(sink.all().get(0).detail()).isEmpty();
  }

  @Test
  void aDriverWithoutClockReasonsAppliesAllTheSameAndIsAskedOnce() throws Exception {
    start("reasons @0 error 13\n");

    decide(1, 20_000, CORE);
    until(() -> sink.said().equals(List.of("APPLIED ok")));
    decide(2, 20_000, LIMIT);
    until(() -> sink.said().equals(List.of("APPLIED ok", "APPLIED ok")));

    assertThat(sink.all()).allMatch(each -> each.detail().isEmpty());
    assertThat(gpu.calls(0, "reasons")).isEqualTo(1);
  }

  @Test
  void gpuLostInTheMiddleOfAWrite() throws Exception {
    start("set.core #1 lose 700\nset.core #2 ok\n");

    decide(1, 20_000, CORE, LIMIT);

    until(() -> sink.said().contains("PARTLY_APPLIED device-error"));
    gpu.awaitBack(0);
    until(() -> gpu.lock(0, ClockDomain.CORE) == null);
    decide(2, 20_000, CORE, LIMIT);
    until(() -> sink.said().contains("APPLIED ok"));
    assertThat(gpu.lock(0, ClockDomain.CORE)).containsExactly(210, 1_200);
    clock.pass(20_000);
    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(isAtOwnSettings()).isTrue();
    addRow(
        "NVIDIA GPU lost in the middle of a write",
        "a lock of the clock answers that the GPU is lost; 700 ms later it is back, reset",
        "reported as device-error; tuned again by the next decision; own settings at its end",
        "as expected",
        "the reset itself; then the lease");
  }

  @Test
  void aWriteThatHappensAndReportsAnError() throws Exception {
    start("set.core #1 done 999\nset.core #2 ok\n");

    decide(1, 20_000, CORE, LIMIT);

    until(() -> sink.said().contains("PARTLY_APPLIED device-error"));
    assertThat(gpu.lock(0, ClockDomain.CORE)).as("back at once, not at the lease's end").isNull();
    assertThat(gpu.calls(0, "set.core")).isEqualTo(1);
    assertThat(gpu.calls(0, "reset.core")).isEqualTo(1);
    assertThat(limit()).as("the other one is not its business").isEqualTo(350_000);
    assertThat(writer.stop()).isTrue();
    assertThat(isAtOwnSettings()).isTrue();
    addRow(
        "NVIDIA driver: a write happens and reports an error",
        "a lock of the clock takes effect and answers with an unknown error",
        "reported as device-error; this control gets its own value at once, the other one stays tuned",
        "as expected",
        "at once");
  }

  @Test
  void aDriverThatClamps() throws Exception {
    start("set.limit #1 clamp 500000\nset.limit #2 ok\n");

    decide(1, 20_000, CORE, LIMIT);

    until(() -> sink.said().contains("PARTLY_APPLIED read-back-differs"));
    assertThat(limit()).as("back at once, not at the lease's end").isEqualTo(OWN_LIMIT);
    assertThat(gpu.lock(0, ClockDomain.CORE)).containsExactly(210, 1_200);
    addRow(
        "NVIDIA driver: a power limit is clamped",
        "350 W are written, 500 W are taken and success is reported",
        "reported as read-back-differs; this control gets its own value at once",
        "as expected",
        "at once");
  }

  @Test
  void aDriverThatIgnoresALockOfABusyGpu() throws Exception {
    start("clock.0 @0 1965\nset.core @0 ignore\n");

    decide(1, 20_000, CORE, LIMIT);

    until(() -> sink.said().contains("PARTLY_APPLIED read-back-differs"));
    assertThat(sink.all().get(0).controls())
        .anyMatch(c -> c.tunable().equals("core.clock") && c.readBack().orElse(0) == 1_980);
    addRow(
        "NVIDIA driver: a clock's lock is ignored",
        "success is reported, and the busy GPU's clock stays above it",
        "reported as read-back-differs, as no lock; this control gets its own value",
        "as expected",
        "at once");
  }

  /** NVML does not say that there is a lock: to read first and write only differences is wrong. */
  @Test
  void aLockThatADeadWriterLeftIsOpenedThoughNobodyCanSeeIt() throws Exception {
    prepare("", "");
    gpu.nvml().lockClocks(handle(), ClockDomain.CORE, 210, 1_200);
    gpu.nvml().setPowerLimit(handle(), 350_000);
    Files.createDirectories(config.folder().path());
    JournalKeeper.open(journal(), "n1")
        .add(
            List.of(
                new OwnValue(DEVICE, "core.clock", TunableUnit.MEGAHERTZ, OWN_CORE),
                new OwnValue(DEVICE, "power.limit", TunableUnit.MILLIWATTS, OWN_LIMIT)));

    int restored = Restore.run(config.setup(), kinds());

    assertThat(restored).isEqualTo(2);
    assertThat(isAtOwnSettings()).isTrue();
    assertThat(journal().isThere()).isFalse();
    addRow(
        "NVIDIA: a dead writer's lock of a clock, which the driver does not tell of",
        "a clock locked and a power limit set, with a journal; wattune restore",
        "the lock is opened although it cannot be read; the limit is written and verified",
        "as expected",
        "by hand; with a guardian the lease");
  }

  @Test
  void anAdminsLockThatIsSaidComesBack() throws Exception {
    prepare("", "\"ownCoreMegahertz\": \"1950\"");
    gpu.nvml().lockClocks(handle(), ClockDomain.CORE, 210, 1_950);
    startWriter();

    decide(1, 20_000, CORE);
    until(() -> sink.said().contains("APPLIED ok"));
    assertThat(gpu.lock(0, ClockDomain.CORE)).containsExactly(210, 1_200);
    assertThat(writer.stop()).isTrue();

    assertThat(gpu.lock(0, ClockDomain.CORE)).containsExactly(210, 1_950);
  }

  @Test
  void aLockThatNobodySaidIsLeftAloneByAWriterThatSetsNothing() throws Exception {
    prepare("", "");
    gpu.nvml().lockClocks(handle(), ClockDomain.CORE, 210, 1_950);
    startWriter();

    assertThat(writer.stop()).isTrue();

    assertThat(gpu.lock(0, ClockDomain.CORE)).containsExactly(210, 1_950);
    assertThat(journal().isThere()).isFalse();
  }

  private void addRow(String fault, String done, String expected, String seen, String bound) {
    FaultTable.add(fault + suffix(), done, expected, seen, bound);
  }

  private long handle() throws Exception {
    gpu.nvml().init();
    return gpu.nvml().device(0);
  }
}
