package io.wattune.collectors.writer;

import static io.wattune.collectors.writer.FaultyKind.CORE;
import static io.wattune.collectors.writer.FaultyKind.MEMORY;
import static io.wattune.collectors.writer.TestNode.core;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.writer.FaultyKind.Fault;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.lease.Holds;
import io.wattune.core.lease.Obstacle;
import io.wattune.core.tunable.Configuration;
import io.wattune.testkit.FaultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer in this process, with devices in folders. */
class WriterTest {
  private static final String UNGUARDED =
      "\"isOn\": true, \"requiresSignature\": false, \"requiresGuardian\": false,";
  private static final String HOUR_EITHER_WAY = "clock stepped an hour";

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
  void aDecisionIsAppliedReadBackAndAnswered() throws Exception {
    start(1);

    writer.decide(decision(1, 1, 1, 20_000, core(600)));

    until(() -> sink.said().equals(List.of("APPLIED ok")));
    assertThat(node.device(1).get(CORE)).isEqualTo(600);
    Actuation answer = sink.all().get(0);
    assertThat(answer.controls())
        .extracting(c -> c.tunable() + " " + c.readBack().orElse(0) + " " + c.status())
        .containsExactly("core.clock 600 SET", "memory.clock 1400 UNCHANGED");
    assertThat(answer.leaseLeftNanos()).isBetween(1L, 20_000 * TestNode.MILLI);
  }

  @Test
  void theSameSettingsRenewTheLeaseAndWriteNothing() throws Exception {
    start(1);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));

    writer.decide(decision(1, 1, 2, 20_000, core(600)));

    until(() -> sink.said().equals(List.of("APPLIED ok", "RENEWED ok")));
    assertThat(node.device(1).writes(CORE)).containsExactly("600");
  }

  @Test
  void ownSettingsAreBackWhenTheLeaseEnds() throws Exception {
    start(1);

    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().equals(List.of("APPLIED ok")));
    clock.pass(10_000);
    OpenDevices.await(writer, sink, "n1/G1"); // Its thread has looked after the lease.
    assertThat(sink.said()).as("not before the restore begins").containsExactly("APPLIED ok");
    clock.pass(10_000);

    until(() -> sink.said().equals(List.of("APPLIED ok", "RESTORED lease-ended")));
    assertThat(node.isAtOwnSettings()).isTrue();
  }

  @Test
  void journalIsOnDiskBeforeAnythingIsWrittenAndGoesWhenAllIsVerified() throws Exception {
    start(2);
    var files = new JournalFiles(node.config().folder());
    assertThat(files.read().orElseThrow().values()).hasSize(4);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> !sink.all().isEmpty());

    boolean isRestored = writer.stop();

    assertThat(isRestored).isTrue();
    assertThat(node.isAtOwnSettings()).isTrue();
    assertThat(files.isThere()).isFalse();
    assertThat(sink.said()).containsExactly("APPLIED ok", "RESTORED stopped");
    writer = null;
  }

  @Test
  void aClaimIsAnsweredWhenEveryDeviceObeysIt() throws Exception {
    start(3);

    writer.decide(new Decision.Claim(TestNode.NODE, 9, "test", 0));
    writer.decide(decision(2, 8, 100, 20_000, core(600)));
    writer.decide(new Decision.Claim(TestNode.NODE, 7, "test", 0));

    until(() -> sink.all().size() == 3);
    assertThat(sink.said())
        .containsExactlyInAnyOrder("CLAIMED ok", "REFUSED old-epoch", "REFUSED old-epoch");
    assertThat(node.isAtOwnSettings()).isTrue();
  }

  @Test
  void whatWasShutOutStaysShutOutWhenTheWriterStartsAgain() throws Exception {
    start(2);
    writer.decide(new Decision.Claim(TestNode.NODE, 9, "new", 0));
    until(() -> sink.said().equals(List.of("CLAIMED ok")));
    Decision old = decision(1, 8, 100, 20_000, core(600));

    restart();
    writer.decide(old);
    writer.decide(new Decision.Claim(TestNode.NODE, 8, "old", 0));

    until(() -> sink.said().equals(List.of("REFUSED old-epoch", "REFUSED old-epoch")));
    assertThat(node.isAtOwnSettings()).isTrue();
    sink.all().clear();
    writer.decide(decision(1, 9, 1, 20_000, core(700)));
    until(() -> sink.said().equals(List.of("APPLIED ok")));
    FaultTable.add(
        "writer started again while an old controller still sends",
        "a later claim came before; then a decision and a claim of the old one, in lease",
        "both are refused: the claimed epoch is on disk; the new controller goes on",
        "as expected",
        "nothing was written");
  }

  @Test
  void whatAnEarlierLifeHasObeyedIsNotObeyedAgain() throws Exception {
    start(1);
    Decision obeyed = decision(1, 9, 5, 20_000, core(600));
    writer.decide(obeyed);
    until(() -> sink.said().equals(List.of("APPLIED ok")));

    restart();
    writer.decide(obeyed);
    until(() -> sink.said().equals(List.of("REFUSED before-start")));
    assertThat(node.isAtOwnSettings()).isTrue();
    writer.decide(decision(1, 9, 6, 20_000, core(700)));

    until(() -> sink.said().equals(List.of("REFUSED before-start", "APPLIED ok")));
    FaultTable.add(
        "a decision that an earlier life has obeyed is sent once more",
        "recorded, then sent to the writer's next life within its lease",
        "refused as before-start; the next decision is obeyed",
        "as expected",
        "nothing was written");
  }

  @Test
  void aClockThatWasSetBackDoesNotShutTheControllerOut() throws Exception {
    start(1);
    clock.stepWall(-60_000);

    writer.decide(decision(1, 1, 1, 20_000, core(600)));

    until(() -> sink.said().equals(List.of("APPLIED ok")));
  }

  @Test
  void aDeviceThatHoldsItselfBelowItsSettingsSaysSo() throws Exception {
    start(1);
    node.device(1).throttledBy("heat");

    // An answer about a write does not wait long for this: what comes too late is not said.
    AtomicLong sequence = new AtomicLong();
    until(
        () -> {
          long next = sequence.incrementAndGet();
          writer.decide(decision(1, 1, next, 20_000, core(500 + next % 2 * 100)));
          until(() -> sink.all().size() == next);
          return !sink.all().get((int) next - 1).detail().isEmpty();
        });

    assertThat(sink.said()).containsOnly("APPLIED ok");
    assertThat(sink.all().get(sink.all().size() - 1).detail()).contains("below its settings: heat");
  }

  @Test
  void aDecisionThatRaisesTheEpochIsOnDiskAlsoWhereItIsHeldAndNotWhereItIsWrong() throws Exception {
    start(1);
    var hold = new Hold("h", HoldScope.DEVICE, "n1/G1", 0, Hold.UNTIL_RELEASED, "me", "why", false);
    writer.holds(new Holds(List.of(hold)));
    writer.decide(decision(1, 9, 1, 20_000, core(600)));
    writer.decide(decision(1, 10, 1, 0, core(600)));
    until(() -> sink.said().equals(List.of("REFUSED held", "REFUSED lease-out-of-bounds")));

    restart();
    writer.decide(decision(1, 8, 1, 20_000, core(600)));
    writer.decide(decision(1, 9, 2, 20_000, core(600)));

    until(() -> sink.said().equals(List.of("REFUSED old-epoch", "APPLIED ok")));
  }

  @Test
  void aTornFenceForbidsWritingUntilTheNextTakeOver() throws Exception {
    node = TestNode.patient(folder, 1, UNGUARDED);
    Path fence = node.config().folder().fence();
    Files.createDirectories(node.config().folder().path());
    Files.writeString(fence, "wattune-fence 1\nno");
    long epoch = System.currentTimeMillis();
    start(node);

    writer.decide(new Decision.Claim(TestNode.NODE, 7, "old", 0));
    writer.decide(decision(1, epoch, 1, 20_000, core(600)));
    until(() -> sink.said().equals(List.of("REFUSED fence-broken", "REFUSED fence-broken")));
    assertThat(sink.all().get(0).detail()).contains("start the controller again");
    assertThat(node.isAtOwnSettings()).isTrue();
    sink.all().clear();
    writer.decide(new Decision.Claim(TestNode.NODE, epoch + 1, "new", 0));
    writer.decide(decision(1, epoch, 2, 20_000, core(600)));
    writer.decide(decision(1, epoch + 1, 1, 20_000, core(600)));

    until(() -> sink.said().equals(List.of("CLAIMED ok", "REFUSED old-epoch", "APPLIED ok")));
  }

  @Test
  void anEpochThatCannotBeWrittenShutsOutAndLetsNothingIn() throws Exception {
    start(1);
    Path inTheWay = Files.createDirectory(node.config().folder().path().resolve("fence.draft"));

    writer.decide(new Decision.Claim(TestNode.NODE, 9, "new", 0));
    writer.decide(decision(1, 8, 1, 20_000, core(600)));
    writer.decide(decision(1, 9, 1, 20_000, core(600)));
    until(
        () ->
            sink.said()
                .equals(
                    List.of("REFUSED fence-broken", "REFUSED old-epoch", "REFUSED fence-broken")));
    assertThat(node.isAtOwnSettings()).isTrue();

    Files.delete(inTheWay);
    writer.decide(decision(1, 9, 2, 20_000, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));
  }

  @Test
  void everythingIsHeldUntilTheHoldsWereRead() throws Exception {
    startWithoutHolds(1, UNGUARDED);
    until(() -> isJournalled(2));

    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().equals(List.of("REFUSED held")));
    writer.holds(Holds.NONE);
    OpenDevices.await(writer, sink, "n1/G1");
    writer.decide(decision(1, 1, 2, 20_000, core(600)));

    until(() -> sink.said().equals(List.of("REFUSED held", "APPLIED ok")));
  }

  @Test
  void aHoldBringsOwnSettingsBackAtOnce() throws Exception {
    start(2);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    writer.decide(decision(2, 1, 1, 20_000, core(600)));
    until(() -> sink.all().size() == 2);

    var hold = new Hold("h", HoldScope.DEVICE, "n1/G1", 0, Hold.UNTIL_RELEASED, "me", "why", false);
    writer.holds(new Holds(List.of(hold)));

    until(() -> sink.said().contains("RESTORED held"));
    assertThat(node.isAtOwnSettings(1)).isTrue();
    assertThat(node.device(2).get(CORE)).as("is not held").isEqualTo(600);
    writer.decide(decision(1, 1, 2, 20_000, core(600)));
    until(() -> sink.said().contains("REFUSED held"));
  }

  @Test
  void aDeviceHeldAtSettingsTakesTheseAndNothingElse() throws Exception {
    start(1);
    writer.decide(decision(1, 1, 1, 20_000, core(700)));
    until(() -> sink.said().equals(List.of("APPLIED ok")));

    Hold set = setTo(core(600));
    writer.holds(new Holds(List.of(set)));
    until(() -> sink.said().contains("RESTORED held"));
    assertThat(node.isAtOwnSettings(1)).as("what the policy had set is over").isTrue();
    sink.all().clear();

    writer.decide(decision(1, 1, 2, 20_000, core(700)));
    writer.decide(byHand(3, core(700)));
    until(() -> sink.said().equals(List.of("REFUSED held", "REFUSED held")));
    writer.decide(byHand(4, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));
    assertThat(node.device(1).get(CORE)).isEqualTo(600);
    writer.decide(byHand(5, core(600)));
    until(() -> sink.said().contains("RENEWED ok"));

    sink.all().clear();
    writer.holds(new Holds(List.of(set.released())));
    until(() -> sink.said().equals(List.of("RESTORED not-ordered")));
    assertThat(node.isAtOwnSettings(1)).as("at once, not at the lease's end").isTrue();
    writer.decide(decision(1, 1, 6, 20_000, core(700)));
    until(() -> sink.said().contains("APPLIED ok"));
  }

  @Test
  void whatSaysThatItWasSetByHandNeedsAnOrder() throws Exception {
    start(1);

    writer.decide(byHand(1, core(600)));

    until(() -> sink.said().equals(List.of("REFUSED not-ordered")));
    assertThat(node.isAtOwnSettings(1)).isTrue();
  }

  @Test
  void anOrderBeyondTheAdminsBoundsIsRefusedAsAnyDecision() throws Exception {
    start(1);
    writer.holds(new Holds(List.of(setTo(core(300)))));

    writer.decide(byHand(1, core(300)));

    until(() -> sink.said().equals(List.of("REFUSED out-of-bounds")));
    assertThat(node.isAtOwnSettings(1)).isTrue();
  }

  private static Hold setTo(Configuration settings) {
    return new Hold("s", HoldScope.DEVICE, "n1/G1", 0, Long.MAX_VALUE - 1, "me", "why", false)
        .at(settings);
  }

  private Decision.ForDevice byHand(long sequence, Configuration settings) {
    Decision.ForDevice usual = decision(1, 1, sequence, 20_000, settings);
    return new Decision.ForDevice(
        usual.node(),
        usual.device(),
        usual.epoch(),
        usual.sequence(),
        usual.basedOnNanos(),
        usual.leaseNanos(),
        settings,
        List.of(),
        "set",
        Decision.SET_BY_HAND,
        "",
        usual.quality(),
        usual.decidedAtNanos(),
        null);
  }

  @Test
  void withoutAGuardianNothingIsWritten() throws Exception {
    startWithoutHolds(1, "\"isOn\": true, \"requiresSignature\": false,");
    writer.holds(Holds.NONE);

    writer.decide(decision(1, 1, 1, 20_000, core(600)));

    until(() -> sink.said().equals(List.of("REFUSED no-guardian")));
    assertThat(node.isAtOwnSettings()).isTrue();
  }

  @Test
  void whereTuningIsOffEveryDecisionIsAnsweredAndNothingIsOpened() throws Exception {
    startWithoutHolds(1, "\"isOn\": false,");
    writer.holds(Holds.NONE);

    writer.decide(decision(1, 1, 1, 20_000, core(600)));

    until(() -> sink.said().equals(List.of("REFUSED writing-off")));
    assertThat(new JournalFiles(node.config().folder()).isThere()).isFalse();
  }

  @Test
  void strangersAreAnswered() throws Exception {
    start(1);

    writer.decide(decision(7, 1, 1, 20_000, core(600)));
    writer.decide(new Decision.Claim("n2", 1, "test", 0));
    writer.refuse(new Obstacle(ActuationReason.MALFORMED, "no bytes"));

    until(() -> sink.all().size() == 3);
    assertThat(sink.said())
        .containsExactly("REFUSED unknown-device", "REFUSED other-node", "REFUSED malformed");
  }

  @Test
  void configurationFollowsWhatRunsAndSwitchesAreCounted() throws Exception {
    start(1);
    writer.decide(
        TestNode.decision(
            1,
            1,
            1,
            clock.now().wallNanos(),
            20_000,
            core(600),
            List.of(
                new ActivityConfiguration("a", core(700)),
                new ActivityConfiguration("b", core(500)))));
    until(() -> node.device(1).get(CORE) == 600);

    for (int i = 0; i < 10; i++) {
      node.device(1).runs("a");
      until(() -> node.device(1).get(CORE) == 700);
      node.device(1).runs("b");
      until(() -> node.device(1).get(CORE) == 500);
    }
    node.device(1).runs("other");
    until(() -> node.device(1).get(CORE) == 600);

    writer.stop();
    writer = null;
    List<Actuation> switched = sink.of(ActuationOutcome.SWITCHED);
    int counted =
        switched.stream().mapToInt(a -> Integer.parseInt(a.detail().split(" ", 2)[0])).sum();
    assertThat(counted).as("switches in all records").isEqualTo(21);
    assertThat(switched).as("records for them").hasSizeLessThan(15);
    assertThat(node.isAtOwnSettings()).isTrue();
  }

  @Test
  void aControlThatRefusesDoesNotStopTheOthers() throws Exception {
    start(1);
    node.device(1).fault(CORE, Fault.REFUSES);

    writer.decide(decision(1, 1, 1, 20_000, core(600).with(MEMORY.at(500))));

    until(() -> sink.said().equals(List.of("PARTLY_APPLIED device-error")));
    assertThat(node.device(1).get(MEMORY)).isEqualTo(500);
    assertThat(node.device(1).get(CORE)).isEqualTo(TestNode.OWN_CORE);
  }

  @Test
  void aControlThatSetsAnotherValueGetsItsOwnBackAtOnce() throws Exception {
    start(1);
    node.device(1).fault(CORE, Fault.CLAMPS);

    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().equals(List.of("PARTLY_APPLIED read-back-differs")));

    assertThat(node.device(1).writes(CORE)).containsExactly("600", "800");
    node.device(1).mend(CORE);
  }

  @Test
  void aControlThatHangsDelaysNoOtherAndItsDeviceIsOutOfTuningUntilItAnswers() throws Exception {
    node = TestNode.make(folder, 2, UNGUARDED);
    start(node);
    node.device(1).fault(CORE, Fault.HANGS_BEFORE_WRITE);

    writer.decide(decision(1, 1, 1, 20_000, core(600).with(MEMORY.at(500))));
    writer.decide(decision(2, 1, 1, 20_000, core(600)));

    until(() -> node.device(2).get(CORE) == 600);
    until(() -> sink.said().contains("PARTLY_APPLIED device-hangs"));
    until(() -> node.device(1).get(MEMORY) == TestNode.OWN_MEMORY);
    writer.decide(decision(1, 1, 2, 20_000, core(600)));
    until(() -> sink.said().contains("REFUSED device-hangs"));

    node.device(1).mend(CORE);

    until(() -> sink.said().contains("RESTORED device-hangs"));
    assertThat(node.isAtOwnSettings(1)).isTrue();
    writer.decide(decision(1, 1, 3, 20_000, core(600)));
    until(() -> node.device(1).get(CORE) == 600);
    FaultTable.add(
        "a control hangs in a write",
        "mended after the limit of 300 ms",
        "other control and other device not delayed; own settings, then tuned again",
        "as expected",
        "300 ms for the other controls; at once for the control, when it answers");
  }

  @Test
  void oneControlThatCannotBeRestoredDoesNotStopTheOthersAndIsTriedAgain() throws Exception {
    start(2);
    writer.decide(decision(1, 1, 1, 20_000, core(600).with(MEMORY.at(500))));
    until(() -> sink.said().contains("APPLIED ok"));
    node.device(1).fault(CORE, Fault.REFUSES);
    clock.pass(20_000);

    until(() -> sink.said().contains("PARTLY_APPLIED device-error"));
    assertThat(node.device(1).get(MEMORY)).isEqualTo(TestNode.OWN_MEMORY);
    assertThat(node.device(1).get(CORE)).isEqualTo(600);
    assertThat(new JournalFiles(node.config().folder()).isThere()).isTrue();
    writer.decide(decision(1, 1, 2, 20_000, core(700)));
    until(() -> sink.said().contains("REFUSED device-error"));

    node.device(1).mend(CORE);

    until(() -> sink.said().contains("RESTORED lease-ended"));
    assertThat(node.isAtOwnSettings()).isTrue();
    FaultTable.add(
        "one control refuses to be restored",
        "its write fails at the end of the lease; mended later",
        "the others are restored; the journal stays; restored when it answers",
        "as expected",
        "others: end of the lease; this one: 1 s after it answers");
  }

  @Test
  void whatCannotBeRestoredAtAStopLeavesTheJournal() throws Exception {
    start(1);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().contains("APPLIED ok"));
    node.device(1).fault(CORE, Fault.IGNORES);

    assertThat(writer.stop()).isFalse();

    var files = new JournalFiles(node.config().folder());
    assertThat(files.isThere()).isTrue();
    node.device(1).mend(CORE);
    sink.all().clear();
    start(node);
    until(() -> sink.said().contains("RESTORED earlier-life"));
    assertThat(node.isAtOwnSettings()).isTrue();
    assertThat(files.read().orElseThrow().value("n1/G1", CORE.name())).hasValue(TestNode.OWN_CORE);
  }

  @Test
  void anEarlierLifeIsRestoredBeforeTheFirstDecision() throws Exception {
    start(1);
    assertThat(writer.stop()).isTrue();
    // As after a loss of power: a journal, and settings that are not the device's own.
    writeJournal();
    node.device(1).set(CORE, 500);
    node.device(1).set(MEMORY, 400);
    sink.all().clear();

    startWithoutHolds(node);
    writer.holds(Holds.NONE);
    writer.decide(decision(1, 1, 1, 20_000, core(900)));

    until(() -> sink.all().size() >= 2);
    assertThat(sink.said().get(0)).isIn("RESTORED earlier-life", "REFUSED device-error");
    until(() -> sink.said().contains("RESTORED earlier-life"));
    assertThat(node.device(1).writes(CORE).get(0)).as("the first write").isEqualTo("800");
    assertThat(node.device(1).get(MEMORY)).isEqualTo(TestNode.OWN_MEMORY);
    FaultTable.add(
        "loss of power",
        "the journal of an earlier life is found at start",
        "own settings are written and verified before any decision is obeyed",
        "as expected",
        "start of the writer");
  }

  @Test
  void oneTornCopyOfTheJournalIsEnoughAndTwoForbidWriting() throws Exception {
    start(1);
    assertThat(writer.stop()).isTrue();
    writeJournal();
    node.device(1).set(CORE, 500);
    Files.writeString(node.config().folder().journal(), "wattune-journal 1\nno");
    startWithoutHolds(node);
    until(() -> node.isAtOwnSettings());
    writer.stop();

    writeJournal();
    node.device(1).set(CORE, 500);
    Files.writeString(node.config().folder().journal(), "torn");
    Files.writeString(node.config().folder().journalCopy(), "torn");
    sink.all().clear();
    startWithoutHolds(node);
    writer.holds(Holds.NONE);
    writer.decide(decision(1, 1, 1, 20_000, core(900)));

    until(() -> sink.said().contains("REFUSED journal-broken"));
    assertThat(sink.all().get(0).detail()).contains("set its devices by hand");
    assertThat(node.device(1).get(CORE)).as("nothing is written").isEqualTo(500);
    assertThat(writer.stop()).as("it cannot say that all is well").isFalse();
    FaultTable.add(
        "torn journal",
        "one copy cut; both copies cut",
        "one: restored from the other; both: nothing is written, and what to do is said",
        "as expected",
        "one: start of the writer; both: by hand");
  }

  @Test
  void aClockThatIsSteppedAnHourEndsEveryLease() throws Exception {
    for (long step : new long[] {3_600_000, -3_600_000}) {
      node = TestNode.patient(Files.createDirectories(folder.resolve("s" + step)), 2, UNGUARDED);
      clock.stepWall(0);
      sink.all().clear();
      start(node);
      writer.decide(decision(1, 1, 1, 20_000, core(600)));
      writer.decide(decision(2, 1, 1, 20_000, core(600)));
      until(() -> sink.all().size() == 2);

      clock.stepWall(step);

      until(
          () -> sink.said().stream().filter(s -> s.equals("RESTORED clock-stepped")).count() == 2);
      assertThat(node.isAtOwnSettings()).isTrue();
      writer.decide(TestNode.decision(1, 1, 2, 20_000, core(600)));
      until(() -> sink.said().stream().anyMatch(s -> s.startsWith("REFUSED")));
      assertThat(sink.said()).contains(step > 0 ? "REFUSED lease-over" : "REFUSED from-the-future");
      writer.stop();
      FaultTable.add(
          HOUR_EITHER_WAY + (step > 0 ? " forward" : " back"),
          "injected clock, two devices tuned with a lease of 20 s",
          "every lease ends; decisions by the old clock are refused",
          "as expected",
          "250 ms");
    }
    writer = null;
  }

  @Test
  void aSecondWriterOfTheSameNodeIsRefusedWithOneLine() throws Exception {
    start(1);

    var second =
        org.assertj.core.api.Assertions.catchThrowableOfType(
            WriterException.class,
            () -> Writer.start(node.config().setup(), TestNode.KINDS, NodeClock.SYSTEM, sink));

    assertThat(second).hasMessageContaining("node 'n1' is already written by");
    assertThat(String.valueOf(second.getMessage()).lines()).hasSize(1);
  }

  @Test
  void aDeviceThatComesLaterIsTunedThen() throws Exception {
    node = TestNode.patient(folder, 1, UNGUARDED);
    Path gone = Files.move(folder.resolve("G1"), folder.resolve("away"));
    startWithoutHolds(node);
    writer.holds(Holds.NONE);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().contains("REFUSED device-error"));

    Files.move(gone, folder.resolve("G1"));
    OpenDevices.await(writer, sink, "n1/G1");
    writer.decide(decision(1, 1, 2, 20_000, core(600)));

    until(() -> sink.said().contains("APPLIED ok"));
  }

  /** Fails where the device's thread ends with the error: nothing was restored or tuned then. */
  @Test
  void anErrorOfADriversLibraryAtTheOpeningIsTriedAgain() throws Exception {
    node = TestNode.patient(folder, 1, UNGUARDED);
    node.device(1).fault(CORE, Fault.BREAKS_OPENING);
    startWithoutHolds(node);
    writer.holds(Holds.NONE);
    writer.decide(decision(1, 1, 1, 20_000, core(600)));
    until(() -> sink.said().contains("REFUSED device-error"));

    node.device(1).mend(CORE);
    OpenDevices.await(writer, sink, "n1/G1");
    writer.decide(decision(1, 1, 2, 20_000, core(600)));

    until(() -> sink.said().contains("APPLIED ok"));
  }

  /** Fails where the device stays open as it was: then nobody restores the control, ever. */
  @Test
  void anEarlierLifesControlThatTheDriverOverlooksIsRestoredWhenItIsShown() throws Exception {
    start(1);
    assertThat(writer.stop()).isTrue();
    writeJournal();
    node.device(1).set(CORE, 500);
    node.device(1).set(MEMORY, 400);
    node.device(1).fault(CORE, Fault.OVERLOOKED);
    startWithoutHolds(node);
    writer.holds(Holds.NONE);
    until(() -> node.device(1).get(MEMORY) == TestNode.OWN_MEMORY);
    assertThat(node.device(1).get(CORE)).as("nobody can reach it").isEqualTo(500);

    node.device(1).mend(CORE);

    until(() -> node.isAtOwnSettings());
  }

  @Test
  void theGuardianRestoresItToo() throws Exception {
    start(1);
    assertThat(writer.stop()).isTrue();
    writeJournal();
    node.device(1).set(CORE, 500);
    node.device(1).fault(CORE, Fault.OVERLOOKED);
    var homecoming =
        new JournalRestorer(node.config().setup(), TestNode.KINDS, Executors.newCachedThreadPool());
    JournalKeeper journal = JournalKeeper.open(new JournalFiles(node.config().folder()), "n1");
    assertThat(homecoming.restore(journal)).hasSize(1);

    node.device(1).mend(CORE);

    assertThat(homecoming.restore(journal)).as("as the guardian does, a second later").isEmpty();
    assertThat(node.isAtOwnSettings()).isTrue();
  }

  private void start(int devices) throws Exception {
    node = TestNode.patient(folder, devices, UNGUARDED);
    start(node);
  }

  private void start(TestNode of) throws Exception {
    startWithoutHolds(of);
    writer.holds(Holds.NONE);
    OpenDevices.await(writer, sink, of.devices());
  }

  /** Another life of the writer in the same folder. */
  private void restart() throws Exception {
    assertThat(writer.stop()).isTrue();
    sink.all().clear();
    start(node);
  }

  private void startWithoutHolds(int devices, String tuning) throws Exception {
    node = TestNode.patient(folder, devices, tuning);
    startWithoutHolds(node);
  }

  private void startWithoutHolds(TestNode of) throws Exception {
    writer = Writer.start(of.config().setup(), TestNode.KINDS, clock, sink);
  }

  /** Based on a reading of just now, by the node's clock. */
  private Decision.ForDevice decision(
      int device, long epoch, long sequence, long leaseMillis, Configuration configuration) {
    long now = clock.now().wallNanos();
    return TestNode.decision(device, epoch, sequence, now, leaseMillis, configuration, List.of());
  }

  private boolean isJournalled(int controls) throws Exception {
    return new JournalFiles(node.config().folder())
        .read()
        .map(journal -> journal.values().size() == controls)
        .orElse(false);
  }

  private void writeJournal() throws Exception {
    TestJournals.write(node.config());
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).until(condition);
  }
}
