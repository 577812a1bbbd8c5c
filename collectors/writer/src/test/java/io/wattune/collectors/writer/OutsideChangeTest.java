package io.wattune.collectors.writer;

import static io.wattune.collectors.writer.FaultyKind.CORE;
import static io.wattune.collectors.writer.FaultyKind.MEMORY;
import static io.wattune.collectors.writer.TestNode.core;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.writer.FaultyKind.Fault;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.testkit.FaultTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else sets the same control: what the writer does, and what own settings are then. */
class OutsideChangeTest {
  private static final String YIELD =
      "\"isOn\": true, \"requiresSignature\": false, \"requiresGuardian\": false, \"lookMillis\": 20,";
  private static final long LEASE_MILLIS = 20_000;
  private static final String REASSERT =
      YIELD + "\"onOutsideChange\": \"reassert\", \"reasserts\": 2,";

  @TempDir Path folder;
  private final RecordingSink sink = new RecordingSink();
  private final TestClock clock = new TestClock();
  private TestNode node;
  private Writer writer;

  @AfterEach
  void stop() {
    if (writer != null) {
      writer.stop();
    }
  }

  @Test
  void whatSomebodyElseSetsIsLeftAloneAndStaysAfterTheLease() throws Exception {
    start(YIELD);
    writer.decide(decision(1, 1, 1, LEASE_MILLIS, core(600).with(MEMORY.at(500))));
    until(() -> sink.said().contains("APPLIED ok"));

    node.device(1).set(CORE, 700);

    until(() -> sink.said().contains("PARTLY_APPLIED outside-change"));
    Actuation told = sink.all().get(1);
    assertThat(told.detail()).contains("somebody else has set core.clock", "700", "left alone");
    assertThat(told.sequence()).as("of the decision in force").isEqualTo(1);
    assertThat(journalled()).as("the own value is what they have set").hasValue(700);
    clock.pass(LEASE_MILLIS);
    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(node.device(1).get(CORE)).isEqualTo(700);
    assertThat(node.device(1).get(MEMORY)).as("the other is restored").isEqualTo(1_400);
    assertThat(node.device(1).writes(CORE)).as("never written again").containsExactly("600");
    assertThat(writer.status().devices().get("n1/G1").outsideChanges()).isEqualTo(1);
    FaultTable.add(
        "somebody else sets a control in a lease",
        "core clock 800, tuned to 600, set to 700 by another program",
        "left alone until the lease is over, then its own value is 700; the other controls are restored",
        "as expected",
        "the lease");
  }

  @Test
  void aNewDecisionOfTheSameLeaseLeavesItAloneToo() throws Exception {
    start(YIELD);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));
    node.device(1).set(CORE, 700);
    until(() -> sink.said().contains("PARTLY_APPLIED outside-change"));
    sink.all().clear();

    writer.decide(decision(1, 1, 2, 20_000, core(500).with(MEMORY.at(500))));

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED outside-change")));
    assertThat(sink.all().get(0).controls())
        .extracting(c -> c.tunable() + " " + c.readBack().orElse(0) + " " + c.status())
        .containsExactlyInAnyOrder("memory.clock 500 SET", "core.clock 700 REFUSED");
    assertThat(node.device(1).writes(CORE)).containsExactly("600");
  }

  @Test
  void aChangeBetweenTheLastLookAndTheNextDecisionIsNotWrittenOver() throws Exception {
    start(YIELD.replace("20", "0"));
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));
    node.device(1).set(CORE, 700);

    writer.decide(decision(1, 1, 2, 20_000, core(500)));

    until(() -> sink.said().contains("PARTLY_APPLIED outside-change"));
    assertThat(node.device(1).get(CORE)).isEqualTo(700);
  }

  @Test
  void aChangeBetweenTheLastLookAndTheWayHomeStays() throws Exception {
    start(YIELD.replace("20", "0"));
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));
    node.device(1).set(CORE, 700);

    assertThat(writer.stop()).isTrue();

    assertThat(node.device(1).get(CORE)).isEqualTo(700);
    assertThat(new JournalFiles(node.config().folder()).isThere()).isFalse();
    assertThat(sink.said()).endsWith("RESTORED stopped");
    assertThat(sink.all().get(1).controls().get(0).reason()).isEqualTo("outside-change");
  }

  @Test
  void whatWasSetWhileTheDeviceWasHomeIsItsOwnSetting() throws Exception {
    for (String how : List.of(YIELD, REASSERT)) {
      start(how);
      node.device(1).set(CORE, 900);
      sink.all().clear();

      writer.decide(decision(1, 1, 1, LEASE_MILLIS, core(600)));

      until(() -> sink.said().equals(List.of("APPLIED ok")));
      clock.pass(LEASE_MILLIS);
      until(() -> sink.said().equals(List.of("APPLIED ok", "RESTORED lease-ended")));
      assertThat(node.device(1).get(CORE)).as(how).isEqualTo(900);
      writer.stop();
      assertThat(node.device(1).get(CORE)).as(how).isEqualTo(900);
    }
  }

  @Test
  void aControlThatNoDecisionNamesIsNotDefended() throws Exception {
    start(REASSERT);
    writer.decide(decision(1, 1, 1, LEASE_MILLIS, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));

    node.device(1).set(MEMORY, 900);
    clock.pass(1_000);
    OpenDevices.await(writer, sink, "n1/G1"); // Its thread has looked since then.
    clock.pass(LEASE_MILLIS);

    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(node.device(1).get(MEMORY)).isEqualTo(900);
    assertThat(node.device(1).writes(MEMORY)).isEmpty();
    assertThat(node.device(1).get(CORE)).isEqualTo(800);
    assertThat(sink.said()).containsExactly("APPLIED ok", "RESTORED lease-ended");
  }

  @Test
  void reassertSetsItAgainSoOftenAndThenYields() throws Exception {
    start(REASSERT);
    writer.decide(decision(1, 1, 1, LEASE_MILLIS, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));

    for (int i = 1; i <= 2; i++) {
      node.device(1).set(CORE, 700);
      int soFar = i;
      until(
          () ->
              sink.said().stream().filter(s -> s.equals("APPLIED outside-change")).count()
                  == soFar);
      assertThat(node.device(1).get(CORE)).isEqualTo(600);
    }
    node.device(1).set(CORE, 700);

    until(() -> sink.said().contains("PARTLY_APPLIED outside-change"));
    assertThat(node.device(1).get(CORE)).isEqualTo(700);
    clock.pass(LEASE_MILLIS);
    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(node.device(1).get(CORE)).isEqualTo(700);
    FaultTable.add(
        "somebody else sets a control, and the node's file says reassert",
        "three times in a lease, two of them allowed",
        "set again twice and answered; then left alone as with yield",
        "as expected",
        "the lease");
  }

  @Test
  void reassertPutsTheOwnSettingBackWhateverStandsThere() throws Exception {
    start(REASSERT.replace("20", "0"));
    writer.decide(decision(1, 1, 1, LEASE_MILLIS, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));
    node.device(1).set(CORE, 700);
    clock.pass(LEASE_MILLIS);

    until(() -> sink.said().contains("RESTORED lease-ended"));

    assertThat(node.device(1).get(CORE)).isEqualTo(800);
  }

  @Test
  void aControlThatIsSetBackToItsOwnValueIsLeftThere() throws Exception {
    start(YIELD);
    writer.decide(decision(1, 1, 1, LEASE_MILLIS, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));

    node.device(1).set(CORE, 800);

    until(() -> sink.said().contains("PARTLY_APPLIED outside-change"));
    clock.pass(LEASE_MILLIS);
    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(node.device(1).writes(CORE)).containsExactly("600");
    assertThat(writer.status().devices().get("n1/G1").outsideChanges())
        .as("its own setting is what it was")
        .isZero();
  }

  @Test
  void whatAFailedWriteHasLeftIsNotTakenForSomebodyElses() throws Exception {
    start(YIELD);
    node.device(1).fault(CORE, Fault.CLAMPS);
    writer.decide(decision(1, 1, 1, LEASE_MILLIS, core(600)));
    until(() -> sink.said().contains("PARTLY_APPLIED read-back-differs"));
    assertThat(node.device(1).get(CORE)).as("clamped, also on its way back").isEqualTo(300);
    assertThat(journalled()).hasValue(800);

    node.device(1).mend(CORE);
    clock.pass(LEASE_MILLIS);

    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(node.device(1).get(CORE)).isEqualTo(800);
  }

  @Test
  void whatAWriteHasDoneThatReportedAnErrorIsNotTakenForSomebodyElses() throws Exception {
    start(YIELD);
    node.device(1).fault(CORE, Fault.FAILS_AND_HAPPENS);
    writer.decide(decision(1, 1, 1, LEASE_MILLIS, core(600)));
    until(() -> sink.said().contains("PARTLY_APPLIED device-error"));
    assertThat(node.device(1).get(CORE)).isEqualTo(300);

    node.device(1).mend(CORE);
    clock.pass(LEASE_MILLIS);

    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(node.device(1).get(CORE)).isEqualTo(800);
    FaultTable.add(
        "a write reports an error and happens",
        "another value than any that was wished stands there then; mended before the lease ends",
        "not taken for somebody else's: own settings are back and verified",
        "as expected",
        "the lease");
  }

  @Test
  void whatIsOnlySeenOnAControlIsNeverTakenForItsOwnSetting() throws Exception {
    start(YIELD);
    node.device(1).showsEvidenceOnly(CORE);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));

    node.device(1).set(CORE, 700);

    until(() -> sink.said().contains("PARTLY_APPLIED read-back-differs"));
    assertThat(node.device(1).get(CORE)).as("its own value at once").isEqualTo(800);
    assertThat(journalled()).hasValue(800);
    node.device(1).set(CORE, 700);
    assertThat(writer.stop()).isTrue();
    assertThat(node.device(1).get(CORE)).isEqualTo(800);
  }

  @Test
  void whatAHangingWriteDoesLateIsNotTakenForSomebodyElses() throws Exception {
    start(TestNode.make(folder, 1, YIELD));
    node.device(1).fault(CORE, Fault.HANGS_AFTER_WRITE);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().contains("PARTLY_APPLIED device-hangs"));
    node.device(1).set(CORE, 650); // The driver's late answer to that write.

    node.device(1).mend(CORE);

    until(() -> sink.said().contains("RESTORED device-hangs"));
    assertThat(node.device(1).get(CORE)).isEqualTo(800);
  }

  @Test
  void afterAKillHomeIsWhatSomebodyElseHadSet() throws Exception {
    start(YIELD);
    writer.decide(decision(1, 1, 1, 20_000, core(600).with(MEMORY.at(500))));
    until(() -> sink.said().contains("APPLIED ok"));
    node.device(1).set(CORE, 700);
    until(() -> journalled().equals(OptionalLong.of(700)));

    // As the guardian does it, from the journal alone.
    var homecoming =
        new JournalRestorer(
            node.config().setup(),
            TestNode.KINDS,
            java.util.concurrent.Executors.newCachedThreadPool());
    var journal =
        io.wattune.collectors.journal.JournalKeeper.open(
            new JournalFiles(node.config().folder()), TestNode.NODE);

    assertThat(homecoming.restore(journal)).isEmpty();
    assertThat(node.device(1).get(CORE)).isEqualTo(700);
    assertThat(node.device(1).get(MEMORY)).isEqualTo(1_400);
  }

  /** Based on a reading of just now, by the node's clock. */
  private Decision.ForDevice decision(
      int device, long epoch, long sequence, long leaseMillis, Configuration configuration) {
    long now = clock.now().wallNanos();
    return TestNode.decision(device, epoch, sequence, now, leaseMillis, configuration, List.of());
  }

  private OptionalLong journalled() throws Exception {
    return new JournalFiles(node.config().folder())
        .read()
        .map(journal -> journal.value("n1/G1", CORE.name()))
        .orElse(OptionalLong.empty());
  }

  private void start(String tuning) throws Exception {
    start(TestNode.patient(folder, 1, tuning));
  }

  private void start(TestNode made) throws Exception {
    node = made;
    writer = Writer.start(node.config().setup(), TestNode.KINDS, clock, sink);
    writer.holds(Holds.NONE);
    OpenDevices.await(writer, sink, node.devices());
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).until(condition);
  }
}
