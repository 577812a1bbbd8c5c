package io.wattune.collectors.writer;

import static io.wattune.collectors.writer.FaultyKind.CORE;
import static io.wattune.collectors.writer.FaultyKind.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.writer.FaultyKind.Fault;
import io.wattune.core.tunable.Tunable;
import io.wattune.testkit.FaultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The faults, done to real processes: a writer and a guardian of a node with two devices. */
@Tag("long")
@Tag("alone")
@EnabledOnOs({OS.LINUX, OS.MAC})
class FaultsTest {
  private static final long LEASE_MILLIS = 4_000;

  /** Starting a JVM on a machine that does much else; never part of a bound that is claimed. */
  private static final Duration START = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final List<NodeProcess> started = new ArrayList<>();
  private TestNode node;
  private NodeProcess guardian;
  private NodeProcess writer;
  private long sequence;

  @BeforeEach
  void start() throws Exception {
    node = TestNode.make(folder, 2, "\"isOn\": true, \"requiresSignature\": false,");
    guardian = add(NodeProcess.guardian(node));
    writer = add(NodeProcess.writer(node));
    until(START, () -> guardian.hasSaid("ready") && writer.hasSaid("a guardian watches"));
    until(START, () -> writer.count("tuning may begin") == 2);
  }

  @AfterEach
  void kill() throws Exception {
    for (NodeProcess each : started) {
      each.close();
    }
  }

  @Test
  void writerKilledAndNotStartedAgain() throws Exception {
    tune();

    writer.kill();

    until(START, node::isAtOwnSettings);
    assertWithinLease(1, CORE);
    assertWithinLease(2, CORE);
    until(START, () -> !journal().isThere());
    until(START, () -> guardian.hasSaid("own settings are back and verified"));
    row("writer: kill -9, not started again", "two devices tuned", "guardian restores at once");
  }

  /** Fails where any user of the machine can keep a dead controller's settings in force. */
  @Test
  void writerKilledWhileSomebodyElseWaitsForItsLock() throws Exception {
    Path lock = node.config().folder().writerLock();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
        .as("nobody else can open it, and so lock it")
        .isEqualTo("rw-------");
    // Here it is somebody who had it open already, as where it was readable before.
    Process other = LockHolder.start(lock);
    try {
      tune();

      writer.kill();

      until(START, node::isAtOwnSettings);
      assertWithinLease(1, CORE);
      assertWithinLease(2, CORE);
      until(START, () -> !journal().isThere());
      assertThat(guardian.hasSaid("somebody who is no process of this node holds")).isTrue();
      assertThat(other.isAlive()).as("it has its lock still").isTrue();
      writer = add(NodeProcess.writer(node));
      until(START, () -> writer.count("tuning may begin") == 2);
      row(
          "writer: kill -9 while somebody else waits for its lock",
          "a process that may only read the lock's file gets it",
          "guardian says so, takes the lock by a new file, and restores");
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void writerFrozen() throws Exception {
    tune();

    writer.signal("STOP");

    until(START, node::isAtOwnSettings);
    assertWithinLease(1, CORE);
    assertWithinLease(2, CORE);
    assertThat(writer.process().waitFor(START.toSeconds(), TimeUnit.SECONDS))
        .as("it was killed")
        .isTrue();
    until(START, () -> guardian.hasSaid("hangs past the end of a lease"));
    until(START, () -> !journal().isThere());
    row(
        "writer: SIGSTOP",
        "two devices tuned, never continued",
        "guardian kills it and restores before the lease ends");
  }

  @Test
  void writerKilledBetweenJournalAndWrite() throws Exception {
    assertThat(journal().isThere()).isTrue();
    node.device(1).fault(CORE, Fault.HANGS_BEFORE_WRITE);
    writer.decide(1, 1, 600, 20_000);
    until(START, () -> node.device(1).writes(CORE).contains("600"));

    writer.kill();
    node.device(1).mend(CORE);

    until(Duration.ofSeconds(3), () -> node.isAtOwnSettings() && !journal().isThere());
    row(
        "writer: kill -9 between journal and write",
        "the write had begun and had not happened",
        "own settings verified, journal removed");
  }

  @Test
  void writerKilledBetweenWriteAndReadBack() throws Exception {
    node.device(1).fault(CORE, Fault.HANGS_AFTER_WRITE);
    writer.decide(1, 1, 600, 20_000);
    until(START, () -> node.device(1).get(CORE) == 600);

    writer.kill();
    node.device(1).mend(CORE);

    until(Duration.ofSeconds(3), () -> node.isAtOwnSettings() && !journal().isThere());
    row(
        "writer: kill -9 between write and read-back",
        "the write had happened and was not read back",
        "own settings back and verified, journal removed");
  }

  @Test
  void oneControlRefusesWhenTheGuardianRestores() throws Exception {
    tune();
    node.device(1).fault(CORE, Fault.REFUSES);

    writer.kill();

    until(
        START, () -> node.isAtOwnSettings(2) && node.device(1).get(MEMORY) == TestNode.OWN_MEMORY);
    assertWithinLease(1, MEMORY);
    assertWithinLease(2, CORE);
    assertThat(node.device(1).get(CORE)).isEqualTo(600);
    assertThat(journal().isThere()).as("the journal stays").isTrue();
    node.device(1).mend(CORE);
    until(Duration.ofSeconds(4), () -> node.isAtOwnSettings() && !journal().isThere());
    row(
        "writer: kill -9, and one control refuses",
        "its write fails, later it is mended",
        "the others at once; this one when it answers; the journal stays until then");
  }

  @Test
  void oneControlHangsWhenTheGuardianRestores() throws Exception {
    tune();
    node.device(1).fault(CORE, Fault.HANGS_BEFORE_WRITE);

    writer.kill();

    until(
        START, () -> node.isAtOwnSettings(2) && node.device(1).get(MEMORY) == TestNode.OWN_MEMORY);
    assertWithinLease(1, MEMORY);
    assertWithinLease(2, CORE);
    node.device(1).mend(CORE);
    until(Duration.ofSeconds(4), () -> node.isAtOwnSettings() && !journal().isThere());
    row(
        "writer: kill -9, and one control hangs",
        "its write hangs, later it is mended",
        "the others at once; this one when it answers; the journal stays until then");
  }

  @Test
  void tornJournalWhenTheGuardianRestores() throws Exception {
    tune();
    Files.writeString(node.config().folder().journal(), "wattune-jour");

    writer.kill();

    until(START, node::isAtOwnSettings);
    assertWithinLease(1, CORE);
    assertWithinLease(2, CORE);
    row(
        "writer: kill -9, and one copy of the journal is torn",
        "two devices tuned",
        "guardian restores from the other copy");
  }

  @Test
  void writerStartedAgainAfterAKill() throws Exception {
    tune();
    writer.kill();

    writer = add(NodeProcess.writer(node));

    until(START, () -> node.isAtOwnSettings() && writer.count("tuning may begin") == 2);
    writer.decide(1, 1, 700, 20_000);
    until(START, () -> node.device(1).get(CORE) == 700);
    row(
        "writer: kill -9 and started again at once",
        "writer and guardian both may restore",
        "one of them does; tuning goes on with the same own settings");
  }

  /** Four faults that no writer dies of, done to one. */
  @Test
  void writerThatOutlivesASecondOneAndItsGuardianUntilItIsStopped() throws Exception {
    tune();

    NodeProcess second = add(NodeProcess.writer(node));

    assertThat(second.process().waitFor(START.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(second.process().exitValue()).isEqualTo(1);
    assertThat(second.lines())
        .singleElement()
        .asString()
        .contains("already written by a writer, process " + writer.process().pid());
    writer.decide(1, ++sequence, 700, 20_000);
    until(START, () -> node.device(1).get(CORE) == 700);
    row("two writers", "a second is started", "one line, exit code 1; the first goes on", "none");

    guardian.signal("STOP");

    until(Duration.ofSeconds(5), node::isAtOwnSettings);
    long watched = writer.count("a guardian watches");
    guardian.signal("CONT");
    row("guardian: SIGSTOP", "a device tuned with a lease of 20 s", "counts as absent", "5 s");

    until(START, () -> writer.count("a guardian watches") > watched);
    writer.decide(1, ++sequence, 600, 20_000);
    until(START, () -> node.device(1).get(CORE) == 600);
    long restored = writer.count("RESTORED no-guardian n1/G1");
    long refused = writer.count("REFUSED no-guardian");

    guardian.kill();

    until(Duration.ofSeconds(5), node::isAtOwnSettings);
    until(START, () -> writer.count("RESTORED no-guardian n1/G1") > restored);
    writer.decide(1, ++sequence, 600, 20_000);
    until(START, () -> writer.count("REFUSED no-guardian") > refused);
    long watchedBefore = writer.count("a guardian watches");
    guardian = add(NodeProcess.guardian(node));
    until(START, () -> writer.count("a guardian watches") > watchedBefore);
    writer.decide(1, ++sequence, 600, 20_000);
    until(START, () -> node.device(1).get(CORE) == 600);
    row(
        "guardian: kill -9",
        "a device tuned with a lease of 20 s",
        "writer restores, refuses until a guardian is there again",
        "5 s");

    tune();

    writer.signal("TERM");

    assertThat(writer.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(writer.process().exitValue()).isZero();
    assertThat(node.isAtOwnSettings()).isTrue();
    assertThat(journal().isThere()).isFalse();
    row(
        "writer: SIGTERM",
        "two devices tuned",
        "own settings, journal removed, exit code 0",
        "10 s");
  }

  /**
   * Both devices, by leases that run from now: decided again where a slow machine takes so long
   * that one of them comes too late.
   */
  private void tune() {
    until(
        START,
        () -> {
          sequence++;
          int before = answers().size();
          writer.decide(1, sequence, 600, LEASE_MILLIS);
          writer.decide(2, sequence, 700, LEASE_MILLIS);
          until(START, () -> answers().size() >= before + 2);
          return answers().stream().skip(before).noneMatch(line -> line.startsWith("REFUSED"))
              && node.device(1).get(CORE) == 600
              && node.device(2).get(CORE) == 700;
        });
  }

  private List<String> answers() {
    return writer.lines().stream()
        .filter(line -> line.matches("(APPLIED|RENEWED|REFUSED|PARTLY_APPLIED) .*"))
        .toList();
  }

  /**
   * The claim itself: it is held to the time at which a control was written, counted from the
   * reading that its lease counts from, and not to when the test sees it.
   */
  private void assertWithinLease(int device, Tunable control) {
    long afterNanos = node.device(device).writtenNanos(control) - writer.basedOnNanos(device);
    assertThat(afterNanos / TestNode.MILLI)
        .as("ms of the lease; writer: %s, guardian: %s", writer.lines(), guardian.lines())
        .isLessThan(LEASE_MILLIS);
  }

  private JournalFiles journal() throws Exception {
    return new JournalFiles(node.config().folder());
  }

  private NodeProcess add(NodeProcess process) {
    started.add(process);
    return process;
  }

  private static void row(String fault, String done, String expected) {
    row(fault, done, expected, "the lease (" + LEASE_MILLIS / 1_000 + " s)");
  }

  private static void row(String fault, String done, String expected, String bound) {
    FaultTable.add(fault, done, expected, "as expected", bound);
  }

  private void until(Duration limit, Callable<Boolean> condition) {
    try {
      await().atMost(limit).pollInterval(Duration.ofMillis(5)).until(condition);
    } catch (org.awaitility.core.ConditionTimeoutException e) {
      throw new AssertionError("writer: " + writer.lines() + "\nguardian: " + guardian.lines(), e);
    }
  }
}
