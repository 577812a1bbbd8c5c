package io.wattune.collectors.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.amd.AmdKind;
import io.wattune.collectors.amd.FakeAmdgpu;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer, with GPUs whose driver is that of sysfs: faults that a register file cannot have. */
class SysfsFaultsTest {
  private static final String LEVEL = "power_dpm_force_performance_level";
  private static final Setting CORE_700 = new Setting("core.clock", TunableUnit.MEGAHERTZ, 700);
  private static final Setting MEMORY_800 = new Setting("memory.clock", TunableUnit.MEGAHERTZ, 800);
  private static final Setting LIMIT_100 =
      new Setting("power.limit", TunableUnit.MILLIWATTS, 100_000);

  private static final Holds HELD =
      new Holds(
          List.of(new Hold("h", HoldScope.NODE, "n1", 0, Hold.UNTIL_RELEASED, "me", "why", false)));

  @TempDir Path folder;
  private final RecordingSink sink = new RecordingSink();
  private FakeAmdgpu driver;
  private Writer writer;

  @BeforeEach
  void twoCards() throws Exception {
    driver = new FakeAmdgpu(folder.resolve("sys")).add(1, address(1)).add(2, address(2));
    Files.writeString(
        folder.resolve("node.json"),
        """
        {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
         "devices": [
           {"uuid": "G1", "kind": "amd", "settings": {"address": "0000:01:00.0"}},
           {"uuid": "G2", "kind": "amd", "settings": {"address": "0000:02:00.0"}}],
         "tuning": {"isOn": true, "requiresSignature": false, "requiresGuardian": false, "controls": [
           {"device": "*", "tunable": "core.clock", "lowest": 300, "highest": 1725},
           {"device": "*", "tunable": "memory.clock", "lowest": 350, "highest": 1000},
           {"device": "*", "tunable": "power.limit", "lowest": "60W", "highest": "225W"}]}}
        """);
  }

  private static String address(int card) {
    return "0000:0" + card + ":00.0";
  }

  @AfterEach
  void stop() {
    if (writer != null) {
      writer.stop();
    }
  }

  @Test
  void deviceIsLostInTheMiddleOfAWrite() throws Exception {
    start();
    decide(2, 1, Configuration.of(CORE_700));
    until(() -> sink.said().equals(List.of("APPLIED ok")));
    driver.loseAtNextWrite();

    decide(1, 2, Configuration.of(CORE_700));

    until(() -> sink.said().contains("PARTLY_APPLIED device-error"));
    assertThat(driver.folder(1)).doesNotExist();
    assertThat(driver.allowed(2, "pp_dpm_sclk")).as("the other device").isEqualTo("0 1");
    writer.holds(HELD);
    until(() -> driver.get(2, LEVEL).equals("auto"));
    assertThat(journal().isThere()).as("the journal stays").isTrue();
    driver.add(7, address(1));
    until(() -> sink.said().stream().filter(said -> said.startsWith("RESTORED")).count() == 2);
    assertThat(writer.stop()).isTrue();
    assertThat(journal().isThere()).isFalse();
    writer = null;
    FaultTable.add(
        "AMD GPU lost in the middle of a write",
        "its sysfs tree goes away in a write, and comes back under another number",
        "other device not touched; verified when it is back, the journal stays until then",
        "as expected",
        "1 s after it is back");
  }

  @Test
  void driverClamps() throws Exception {
    start();
    driver.clampCapTo(90_000_000);

    decide(1, 1, Configuration.of(LIMIT_100, CORE_700));

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED read-back-differs")));
    assertThat(driver.writes()).contains("power1_cap=100000000", "power1_cap=225000000");
    assertThat(driver.allowed(1, "pp_dpm_sclk")).as("the other control").isEqualTo("0 1");
    driver.mend();
    writer.holds(HELD);
    until(() -> cap().equals("225000000\n"));
    FaultTable.add(
        "AMD driver: a power cap is clamped",
        "100 W are accepted and 90 W are set",
        "answered as read-back-differs; own cap at once, tried again until it is read back",
        "as expected",
        "at once; 1 s after the driver takes it");
  }

  @Test
  void writeOfAPowerCapHappensAndReportsAnError() throws Exception {
    start();
    driver.failAfterWriting("power1_cap", "Input/output error");

    decide(1, 1, Configuration.of(LIMIT_100, CORE_700));

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED device-error")));
    assertThat(driver.writes())
        .as("it was set, and got its own value at once, which happened too")
        .containsSubsequence("power1_cap=100000000", "power1_cap=225000000");
    assertThat(cap()).isEqualTo("225000000\n");
    assertThat(driver.allowed(1, "pp_dpm_sclk")).as("the other control").isEqualTo("0 1");
    assertThat(writer.stop()).as("nothing is left to write").isTrue();
    writer = null;
    assertThat(journal().isThere()).isFalse();
    FaultTable.add(
        "AMD driver: a write of a power cap happens and reports an error",
        "100 W are set and the write fails with an input/output error",
        "reported as device-error; this control gets its own value at once, the other one stays tuned",
        "as expected",
        "at once");
  }

  /** The driver does not show its masks: whether it happened cannot be seen, so it is undone. */
  @Test
  void writeOfAClockHappensAndReportsAnError() throws Exception {
    start();
    driver.failAfterWriting("pp_dpm_sclk", "Input/output error");

    decide(1, 1, Configuration.of(CORE_700, MEMORY_800));

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED device-error")));
    assertThat(driver.writes()).contains("pp_dpm_sclk=0 1", "pp_dpm_sclk=0 1 2 3");
    assertThat(driver.allowed(1, "pp_dpm_sclk")).as("all its levels").isEqualTo("0 1 2 3");
    assertThat(driver.allowed(1, "pp_dpm_mclk")).as("the other control").isEqualTo("0 1");
    driver.mend();
    assertThat(writer.stop()).isTrue();
    writer = null;
    assertThat(driver.get(1, LEVEL)).isEqualTo("auto");
    assertThat(driver.allowed(1, "pp_dpm_sclk")).isEqualTo("all");
    FaultTable.add(
        "AMD driver: a write of clock levels happens and reports an error",
        "the levels are taken and the write fails with an input/output error",
        "reported as device-error; this clock gets all its levels at once, the other one stays tuned",
        "as expected",
        "at once");
  }

  @Test
  void driverRefusesForNow() throws Exception {
    start();
    driver.failWriting("pp_dpm_sclk", "Device or resource busy");

    decide(1, 1, Configuration.of(CORE_700, MEMORY_800));

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED device-error")));
    assertThat(driver.allowed(1, "pp_dpm_mclk")).isEqualTo("0 1");
    driver.mend();
    assertThat(writer.stop()).isTrue();
    writer = null;
    assertThat(driver.get(1, LEVEL)).isEqualTo("auto");
  }

  @Test
  void anotherProcessRestoresClockLevelsThatTheDriverDoesNotShow() throws Exception {
    start();
    decide(1, 1, Configuration.of(CORE_700, MEMORY_800));
    until(() -> sink.said().equals(List.of("APPLIED ok")));
    byte[] journal = Files.readAllBytes(config().folder().journal());
    assertThat(writer.stop()).isTrue();
    writer = null;
    var dead = new FakeAmdgpu(folder.resolve("sys"));
    dead.write(dead.folder(1).resolve(LEVEL), "manual");
    dead.write(dead.folder(1).resolve("pp_dpm_sclk"), "0 1");
    dead.write(dead.folder(1).resolve("pp_dpm_mclk"), "0 1");
    Files.write(config().folder().journal(), journal);

    int controls = Restore.run(config().setup(), kinds(new FakeAmdgpu(folder.resolve("sys"))));

    assertThat(controls).isEqualTo(6);
    assertThat(driver.get(1, LEVEL)).isEqualTo("auto");
    assertThat(driver.allowed(1, "pp_dpm_sclk")).isEqualTo("all");
    assertThat(driver.allowed(1, "pp_dpm_mclk")).isEqualTo("all");
    FaultTable.add(
        "AMD driver: a dead writer's clock levels, which the driver does not show",
        "two clocks held by hand, with a journal; wattune restore",
        "both clocks free, the performance level is auto again",
        "as expected",
        "by hand");
  }

  @Test
  void clocksOfAPerformanceLevelThatSomebodyElseChoseAreLeftAlone() throws Exception {
    driver.set(driver.folder(1), LEVEL, "manual");
    start(4);

    decide(1, 1, Configuration.of(CORE_700));
    decide(1, 2, Configuration.of(LIMIT_100));

    until(() -> sink.said().equals(List.of("REFUSED not-listed", "APPLIED ok")));
    assertThat(driver.get(1, LEVEL)).isEqualTo("manual");
    assertThat(driver.writes()).containsExactly("power1_cap=100000000");
  }

  private void start() throws Exception {
    start(6);
  }

  private void start(int controls) throws Exception {
    writer = Writer.start(config().setup(), kinds(driver), NodeClock.SYSTEM, sink);
    writer.holds(Holds.NONE);
    OpenDevices.await(writer, sink, "n1/G1", "n1/G2");
    assertThat(journal().read().orElseThrow().values()).hasSize(controls);
  }

  private static DeviceKinds kinds(FakeAmdgpu driver) {
    return new DeviceKinds(List.of(new AmdKind(driver.tree())));
  }

  private NodeConfig config() throws Exception {
    return NodeFile.read(folder.resolve("node.json"));
  }

  private JournalFiles journal() throws Exception {
    return new JournalFiles(config().folder());
  }

  private String cap() throws Exception {
    return Files.readString(driver.sensors(1).resolve("power1_cap"));
  }

  private void decide(int device, long sequence, Configuration configuration) {
    writer.decide(TestNode.decision(device, 1, sequence, 20_000, configuration));
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).until(condition);
  }
}
