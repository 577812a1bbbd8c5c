package io.wattune.collectors.setter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.writer.RestorerWatch;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The setter as a process, with a writer at its door that lives, dies or has been broken into. */
@Tag("long")
@EnabledOnOs(OS.LINUX)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class SetterProcessTest {
  private static final long SLOW = 600;
  private static final long LONG_LEASE = 50_000;
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir private Path folder;
  private final List<Actuation> answers = new CopyOnWriteArrayList<>();
  private SetterNode node;
  private RemoteSetter writer;

  private void begin(boolean requiresGuardian) throws Exception {
    node = new SetterNode(folder, requiresGuardian);
    writer = RemoteSetter.start(SetterNode.NODE, node.socket(), answers::add);
    writer.holds(Holds.NONE);
  }

  @AfterEach
  void end() throws Exception {
    if (writer != null) {
      writer.close();
    }
    node.close();
  }

  @Test
  void aDecisionOfAnotherProcessIsAppliedAndAnswered() throws Exception {
    begin(false);
    node.start();

    until(SLOW, LONG_LEASE);

    assertThat(node.hasJournal()).isTrue();
    await()
        .atMost(PATIENCE)
        .until(
            () -> writer.isThere() && writer.status().devices().get(SetterNode.DEVICE).isTuned());
    assertThat(Files.getPosixFilePermissions(node.socket())).hasSize(4);
    assertNoNetworkIn(SetterProcess.class);
    assertThat(SetterNode.classPath()).doesNotContain("kafka", "avro", "jackson", "schemas");
  }

  @Test
  void aStoppedSetterPutsOwnSettingsBack() throws Exception {
    begin(false);
    Process setter = node.start();
    until(SLOW, LONG_LEASE);

    setter.destroy();

    assertThat(setter.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(setter.exitValue()).isZero();
    assertThat(node.clock()).isEqualTo(SetterNode.OWN);
    assertThat(node.hasJournal()).isFalse();
  }

  @Test
  void theSuccessorOfAKilledSetterRestoresAndTheWriterGoesOn() throws Exception {
    begin(false);
    Process setter = node.start();
    until(SLOW, LONG_LEASE);
    setter.destroyForcibly().waitFor();
    assertThat(node.clock()).isEqualTo(SLOW);

    node.start();

    await().atMost(PATIENCE).until(() -> node.clock() == SetterNode.OWN);
    until(500, LONG_LEASE);
  }

  @Test
  void aStoppedWriterLeavesOwnSettings() throws Exception {
    begin(false);
    Process setter = node.start();
    until(SLOW, LONG_LEASE);
    await()
        .atMost(PATIENCE)
        .until(() -> writer.status().devices().get(SetterNode.DEVICE).isTuned());

    assertThat(writer.stop()).isTrue();

    assertThat(node.clock()).isEqualTo(SetterNode.OWN);
    assertThat(setter.isAlive()).isTrue();
  }

  @Test
  void whenTheWriterIsGoneTheLeaseRunsOut() throws Exception {
    begin(false);
    node.start();
    until(SLOW, 3_000);
    writer.decide(node.decision(SLOW, 3_000));

    writer.close();

    await().atMost(PATIENCE).until(() -> node.clock() == SetterNode.OWN);
  }

  @Test
  void aRestorerRestoresBehindAKilledSetterAndAFrozenOne() throws Exception {
    begin(true);
    node.startRestorer();
    Process setter = node.start();
    until(SLOW, LONG_LEASE);
    setter.destroyForcibly().waitFor();
    await().atMost(PATIENCE).until(() -> node.clock() == SetterNode.OWN);
    await().atMost(PATIENCE).until(() -> restorerSays(1, 0));

    Process next = node.start();
    until(SLOW, 10_000); // On a busy machine it must still hold when the signal comes.
    SetterNode.signal(next, "STOP");
    await().atMost(PATIENCE).until(() -> node.clock() == SetterNode.OWN);
    assertThat(next.waitFor(30, TimeUnit.SECONDS)).as("killed by the restorer").isTrue();
    await().atMost(PATIENCE).until(() -> restorerSays(2, 1));
    assertNoNetworkIn(RestorerProcess.class);
    assertThat(Files.readAllLines(node.loadedClasses(RestorerProcess.class)))
        .as("nobody can talk to it")
        .noneMatch(line -> line.contains("SocketChannelImpl"))
        .noneMatch(line -> line.contains(" java.net.Socket "))
        .noneMatch(line -> line.contains(" java.net.ServerSocket "));
  }

  @Test
  void aStoppedRestorerEndsAndTheSetterSetsNothingWithoutOne() throws Exception {
    begin(true);
    Process restorer = node.startRestorer();
    node.start();
    until(SLOW, LONG_LEASE);

    SetterNode.signal(restorer, "KILL");

    await().atMost(PATIENCE).until(() -> node.clock() == SetterNode.OWN);
    assertThat(answer(node.decision(SLOW, LONG_LEASE)).reason()).isEqualTo("no-guardian");
    Process next = node.startRestorer();
    until(SLOW, LONG_LEASE);
    writer.stop();
    next.destroy();
    assertThat(next.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(next.exitValue()).isZero();
  }

  /** The test does what systemd does: it ends both, as asked, and starts them again. */
  @Test
  void aGuardianWithoutPrivilegesAsksWhereSetterAndRestorerStandStill() throws Exception {
    begin(true);
    Process restorer = node.startRestorer();
    Process setter = node.start();
    Path wanted = node.setup().folder().ofGuardian().restartWanted();
    try (RestorerWatch guardian = RestorerWatch.start(node.setup())) {
      until(SLOW, LONG_LEASE);
      assertThat(guardian.status().isJournalThere()).isTrue();
      assertThat(guardian.status().restartsAsked()).isZero();

      SetterNode.signal(setter, "STOP");
      SetterNode.signal(restorer, "STOP");

      await().atMost(PATIENCE).until(() -> Files.exists(wanted));
      assertThat(node.clock()).as("nobody else could").isEqualTo(SLOW);
      setter.destroyForcibly().waitFor();
      restorer.destroyForcibly().waitFor();
      node.startRestorer();
      node.start();
      await().atMost(PATIENCE).until(() -> node.clock() == SetterNode.OWN);
      until(SLOW, LONG_LEASE);
      assertThat(guardian.status().restartsAsked()).isOne();
      assertThat(wanted).as("to remove it would be to ask again").hasContent("wanted 1");
    }
  }

  private boolean restorerSays(long restores, long kills) throws Exception {
    Path report = node.setup().folder().restorerReport();
    return Files.exists(report)
        && Files.readString(report)
            .equals("wattune-restorer 1 " + restores + " " + kills + " false\n\n");
  }

  private void assertNoNetworkIn(Class<?> process) throws Exception {
    assertThat(Files.readAllLines(node.loadedClasses(process)))
        .as("classes of %s", process.getSimpleName())
        .hasSizeGreaterThan(500)
        .noneMatch(line -> line.contains("org.apache."))
        .noneMatch(line -> line.contains("com.fasterxml"))
        .noneMatch(line -> line.contains("java.net.http"))
        .noneMatch(line -> line.contains("httpserver"));
  }

  @Test
  void aWriterThatWasBrokenIntoSetsNothingOutOfBoundsAndNotForLonger() throws Exception {
    begin(false);
    node.start();
    until(SLOW, LONG_LEASE);

    assertThat(answer(node.decision(300, LONG_LEASE)).reason()).isEqualTo("out-of-bounds");
    assertThat(answer(node.decision(1_100, LONG_LEASE)).outcome())
        .isEqualTo(ActuationOutcome.REFUSED);
    assertThat(answer(node.decision(SLOW, 61_000)).outcome()).isEqualTo(ActuationOutcome.REFUSED);
    assertThat(answer(node.decision(SLOW, Long.MAX_VALUE / 2_000_000)).outcome())
        .isEqualTo(ActuationOutcome.REFUSED);
    assertThat(answer(new Decision.Claim(SetterNode.NODE, Long.MAX_VALUE, "", 0)).outcome())
        .isEqualTo(ActuationOutcome.REFUSED);

    assertThat(node.clock()).isEqualTo(SLOW);
    assertThat(answer(node.decision(500, LONG_LEASE)).outcome())
        .isEqualTo(ActuationOutcome.APPLIED);
  }

  @Test
  void whatIsNoFrameEndsTheConnectionAndNothingElse() throws Exception {
    begin(false);
    Process setter = node.start();
    until(SLOW, LONG_LEASE);
    writer.close();
    ByteBuffer hello = DecisionFrames.hello(SetterNode.NODE);
    for (byte[] garbage :
        List.of(
            new byte[] {0, 0, 0, 0},
            new byte[] {127, -1, -1, -1, 1},
            new byte[] {-1, -1, -1, -1, 1},
            new byte[] {0, 0, 0, 1, 99},
            new byte[] {0, 0, 0, 2, 4, 1},
            "GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII))) {
      assertThat(isClosedAfter(ByteBuffer.wrap(garbage))).as("before a hello").isTrue();
      ByteBuffer both = ByteBuffer.allocate(hello.limit() + garbage.length);
      both.put(hello.rewind()).put(garbage).flip();
      assertThat(isClosedAfter(both)).as("behind a hello").isTrue();
    }

    assertThat(setter.isAlive()).isTrue();
    assertThat(node.clock()).as("in its lease").isEqualTo(SLOW);
    writer = RemoteSetter.start(SetterNode.NODE, node.socket(), answers::add);
    writer.holds(Holds.NONE);
    until(500, LONG_LEASE);
  }

  @Test
  void thousandsOfConnectionsDoNotKeepTheWriterOut() throws Exception {
    begin(false);
    Process setter = node.start();
    until(SLOW, LONG_LEASE);
    List<SocketChannel> many = new ArrayList<>();
    try {
      for (int i = 0; i < 2_000; i++) {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(node.socket()));
        many.add(channel);
      }
      assertThat(answer(node.decision(500, LONG_LEASE)).outcome())
          .isEqualTo(ActuationOutcome.APPLIED);
      assertThat(setter.isAlive()).isTrue();
      assertThat(Files.readAllLines(node.log()).size()).as("lines of its log").isLessThan(100);
    } finally {
      for (SocketChannel each : many) {
        each.close();
      }
    }
  }

  /** Who says nothing keeps the place for a while, and no longer. */
  @Test
  void aSilentConnectionGivesWay() throws Exception {
    node = new SetterNode(folder, false);
    node.start();
    await()
        .atMost(PATIENCE)
        .until(
            () -> Files.exists(node.log()) && Files.readString(node.log()).contains("is ready at"));
    try (SocketChannel silent = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.connect(UnixDomainSocketAddress.of(node.socket()));
      writer = RemoteSetter.start(SetterNode.NODE, node.socket(), answers::add);
      writer.holds(Holds.NONE);
      until(SLOW, LONG_LEASE);
    }
  }

  @Test
  void anotherUserIsNotLetIn() throws Exception {
    begin(false);
    node.start("nobody-of-these");

    await()
        .atMost(PATIENCE)
        .until(
            () -> Files.exists(node.log()) && Files.readString(node.log()).contains("is none of"));

    assertThat(answer(node.decision(SLOW, LONG_LEASE)).outcome())
        .isEqualTo(ActuationOutcome.REFUSED);
    assertThat(node.clock()).isEqualTo(SetterNode.OWN);
  }

  /** Decides until the device has it: the setter may still be opening it. */
  private void until(long megahertz, long leaseMillis) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              writer.decide(node.decision(megahertz, leaseMillis));
              return node.clock() == megahertz;
            });
  }

  private Actuation answer(Decision decision) {
    long sequence = decision instanceof Decision.ForDevice of ? of.sequence() : 0;
    answers.clear();
    writer.decide(decision);
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                answers.stream()
                    .filter(each -> each.epoch() == decision.epoch() && each.sequence() == sequence)
                    .findFirst()
                    .orElse(null),
            each -> each != null);
  }

  private boolean isClosedAfter(ByteBuffer bytes) throws Exception {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(node.socket()));
      ByteBuffer answer = ByteBuffer.allocate(64 * 1024);
      while (bytes.hasRemaining()) {
        int unused = channel.write(bytes);
      }
      while (channel.read(answer.clear()) >= 0) {
        assertThat(channel.isOpen()).isTrue();
      }
      return true;
    } catch (java.io.IOException e) {
      return true; // Closed before all was written.
    }
  }
}
