package io.wattune.collectors.writer;

import static io.wattune.collectors.powercap.FakePowercap.OWN_LONG_MICROWATTS;
import static io.wattune.collectors.powercap.FakePowercap.OWN_SHORT_MICROWATTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.powercap.FakePowercap;
import io.wattune.core.decision.ControlOutcome;
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

/** What the kernel may do to a power limit of a processor, with a powercap tree as device. */
class PowercapFaultsTest {
  private static final Setting LONG_150 = watts("power.limit", 150);
  private static final Setting SHORT_180 = watts("power.limit.short", 180);

  private static final Holds HELD =
      new Holds(
          List.of(new Hold("h", HoldScope.NODE, "n1", 0, Hold.UNTIL_RELEASED, "me", "why", false)));

  @TempDir Path folder;
  private final RecordingSink sink = new RecordingSink();
  private FakePowercap cpus;
  private NodeConfig config;
  private Writer writer;

  @BeforeEach
  void start() throws Exception {
    cpus = new FakePowercap(folder.resolve("sys")).add(0).add(1);
    config =
        NodeFile.read(
            Files.writeString(
                folder.resolve("node.json"),
                """
                {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
                 "devices": [
                   {"uuid": "G1", "kind": "powercap", "settings": {"zone": "package-0"}},
                   {"uuid": "G2", "kind": "powercap", "settings": {"zone": "package-1"}}],
                 "tuning": {"isOn": true, "requiresSignature": false, "requiresGuardian": false, "controls": [
                   {"device": "*", "tunable": "power.limit", "lowest": "100W", "highest": "205W"},
                   {"device": "*", "tunable": "power.limit.short",
                    "lowest": "100W", "highest": "246W"}]}}
                """));
    writer =
        Writer.start(config.setup(), new DeviceKinds(List.of(cpus.kind())), NodeClock.SYSTEM, sink);
    writer.holds(Holds.NONE);
    until(() -> journal().read().map(all -> all.values().size() == 4).orElse(false));
  }

  @AfterEach
  void stop() {
    writer.stop();
  }

  @Test
  void limitsAreSetReadBackAndPutBack() throws Exception {
    decide(1, 1, LONG_150, SHORT_180);

    until(() -> sink.said().equals(List.of("APPLIED ok")));
    assertThat(cpus.longLimit(0)).isEqualTo(150_000_000);
    assertThat(cpus.shortLimit(0)).isEqualTo(180_000_000);
    assertThat(writer.stop()).isTrue();
    assertThat(isRestored(0)).isTrue();
    assertThat(cpus.writes()).as("the other package").noneMatch(each -> each.contains("rapl:1/"));
  }

  @Test
  void limitIsClamped() throws Exception {
    cpus.clampTo(140_000_000);

    decide(1, 1, LONG_150);

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED read-back-differs")));
    assertThat(control("power.limit").readBack()).hasValue(140_000);
    assertThat(cpus.writes())
        .as("back at once, not at the lease's end")
        .containsExactly(
            "intel-rapl:0/constraint_0_power_limit_uw=150000000",
            "intel-rapl:0/constraint_0_power_limit_uw=205000000");
    writer.holds(HELD);
    until(this::isToldThatHomeFailed);
    assertThat(journal().isThere()).as("the journal stays").isTrue();
    cpus.mend();
    until(() -> isRestored(0));
    assertThat(writer.stop()).isTrue();
    assertThat(journal().isThere()).isFalse();
    FaultTable.add(
        "processor's powercap: a power limit is clamped",
        "150 W are accepted and 140 W are set",
        "reported as read-back-differs; own limit at once, tried again until it is read back",
        "as expected",
        "at once; 1 s after the kernel takes it");
  }

  @Test
  void writeHappensAndReportsAnError() throws Exception {
    cpus.failAfterSettingLong("Input/output error");

    decide(1, 1, LONG_150, SHORT_180);

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED device-error")));
    assertThat(cpus.longLimit(0)).as("its own value at once").isEqualTo(OWN_LONG_MICROWATTS);
    assertThat(cpus.shortLimit(0)).as("the other one stays tuned").isEqualTo(180_000_000);
    cpus.mend();
    assertThat(writer.stop()).isTrue();
    assertThat(isRestored(0)).isTrue();
    FaultTable.add(
        "processor's powercap: a write happens and reports an error",
        "a power limit is set and the write fails with an input/output error",
        "reported as device-error; this limit gets its own value at once, the other one stays tuned",
        "as expected",
        "at once");
  }

  @Test
  void writerMayNotWrite() throws Exception {
    cpus.forbidWriting();

    decide(1, 1, LONG_150, SHORT_180);

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED device-error")));
    assertThat(isRestored(0)).isTrue();
    assertThat(writer.stop()).as("nothing has changed, so own settings are verified").isTrue();
    assertThat(journal().isThere()).isFalse();
    FaultTable.add(
        "processor's powercap: the writer may not write",
        "permission is denied for every limit",
        "reported as device-error; own limits were never left, verified without a write",
        "as expected",
        "nothing was written");
  }

  @Test
  void permissionIsTakenAwayWhileALimitIsSet() throws Exception {
    decide(1, 1, LONG_150);
    until(() -> sink.said().equals(List.of("APPLIED ok")));
    cpus.forbidWriting();

    writer.holds(HELD);

    until(this::isToldThatHomeFailed);
    assertThat(journal().isThere()).as("the journal stays").isTrue();
    cpus.mend();
    until(() -> isRestored(0));
    assertThat(writer.stop()).isTrue();
    assertThat(journal().isThere()).isFalse();
    FaultTable.add(
        "processor's powercap: permission is taken away while a limit is set",
        "every write is denied from a hold on; given back later",
        "tried again until it is read back; the journal stays until then",
        "as expected",
        "1 s after the kernel takes it");
  }

  @Test
  void packageIsLostInTheMiddleOfAWrite() throws Exception {
    decide(2, 1, LONG_150);
    until(() -> sink.said().equals(List.of("APPLIED ok")));
    cpus.loseAtNextWrite();

    decide(1, 2, LONG_150);

    until(() -> sink.said().contains("PARTLY_APPLIED device-error"));
    assertThat(cpus.isThere(0)).isFalse();
    assertThat(cpus.longLimit(1)).as("the other package").isEqualTo(150_000_000);
    writer.holds(HELD);
    until(() -> isRestored(1));
    assertThat(journal().isThere()).as("the journal stays").isTrue();
    cpus.bringBack(0);
    until(() -> sink.said().stream().filter(said -> said.startsWith("RESTORED")).count() == 2);
    assertThat(isRestored(0)).isTrue();
    assertThat(writer.stop()).isTrue();
    assertThat(journal().isThere()).isFalse();
    FaultTable.add(
        "processor's powercap: lost in the middle of a write",
        "a package's folder goes away in a write, and comes back",
        "other package not touched; verified when it is back, the journal stays until then",
        "as expected",
        "1 s after it is back");
  }

  private boolean isRestored(int number) throws Exception {
    return cpus.longLimit(number) == OWN_LONG_MICROWATTS
        && cpus.shortLimit(number) == OWN_SHORT_MICROWATTS;
  }

  private boolean isToldThatHomeFailed() {
    return sink.all().stream().anyMatch(a -> a.detail().startsWith("own settings are not back"));
  }

  private ControlOutcome control(String tunable) {
    return sink.all().get(0).controls().stream()
        .filter(each -> each.tunable().equals(tunable))
        .findFirst()
        .orElseThrow();
  }

  private JournalFiles journal() {
    return new JournalFiles(config.folder());
  }

  private void decide(int device, long sequence, Setting... settings) {
    writer.decide(TestNode.decision(device, 1, sequence, 20_000, Configuration.of(settings)));
  }

  private static Setting watts(String tunable, long watts) {
    return new Setting(tunable, TunableUnit.MILLIWATTS, watts * 1_000);
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(5)).until(condition);
  }
}
