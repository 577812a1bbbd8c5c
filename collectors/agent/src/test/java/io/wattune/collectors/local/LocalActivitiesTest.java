package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The socket and the folder, on a real file system. */
@Timeout(60)
class LocalActivitiesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Not the build's folder: a socket's path is short. */
  private Path folder = Path.of("");

  private final List<Activity> activities = new CopyOnWriteArrayList<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final List<LocalActivities> started = new ArrayList<>();
  private final AgentClock clock = AgentClock.system();

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("wt");
  }

  @AfterEach
  void close() throws IOException {
    started.forEach(LocalActivities::close);
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void anActivityIsAnsweredWithItsJoules() throws Exception {
    LocalActivities local = start(null);
    RecordSink readings = local.beside(this::keep);
    try (var client = new SocketClient(local.socket())) {
      long start = clock.epochNanos();
      assertThat(client.ask("{'do':'start','id':'a','name':'x'}").path("ok").asBoolean()).isTrue();
      client.send("{'do':'end','id':'a','atNanos':" + (start + 500_000_000L) + "}\n");
      await()
          .until(() -> local.counts().lines.getLongValue() == 2 && local.counts().open.get() == 0);
      readings.polled(block(start - 1_000_000_000L, 300, 100));

      JsonNode answer = client.answer();

      long from = answer.path("startNanos").asLong();
      long to = answer.path("endNanos").asLong();
      assertThat(answer.path("joules").asDouble())
          .isCloseTo(100 * (to - from) * 1e-9, within(0.001));
    }
    assertThat(activities).hasSize(2);
    assertThat(activities.get(0).labels()).containsEntry("user", System.getProperty("user.name"));
  }

  @Test
  void theSocketIsForItsUserAndGroupAlone() throws Exception {
    LocalActivities local = start(null);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(local.socket())))
        .isEqualTo("rw-rw----");
    assertThat(folder.resolve(".sock")).doesNotExist();

    local.close();
    assertThat(local.socket()).doesNotExist();
  }

  @Test
  void twoAgentsDoNotShareASocketAndADeadOnesIsTaken() throws Exception {
    LocalActivities local = start(null);
    assertThatThrownBy(() -> start(null)).hasMessageContaining("another agent listens");
    try (var client = new SocketClient(local.socket())) {
      assertThat(client.ask("{'do':'devices'}").path("ok").asBoolean()).isTrue();
    }
    local.close();
    try (var dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(local.socket()));
    }
    assertThat(local.socket()).as("left behind").exists();

    try (var client = new SocketClient(start(null).socket())) {
      assertThat(client.ask("{'do':'devices'}").path("ok").asBoolean()).isTrue();
    }
  }

  @Test
  void aPathThatCannotBeASocketSaysWhatToDo() throws Exception {
    Path plain = Files.writeString(folder.resolve("s"), "mine");
    assertThatThrownBy(() -> start(null)).hasMessageContaining("is no socket; move it away");
    assertThat(plain).hasContent("mine");
    Path deep = folder.resolve("x".repeat(100));
    assertThatThrownBy(() -> start(new ActivitiesConfig(true, deep, null, null, null)))
        .hasMessageContaining("at most 107 bytes")
        .hasMessageContaining("activities.socket");
    Path other = folder.resolve("t");
    assertThatThrownBy(() -> start(new ActivitiesConfig(true, other, null, "no-such-group", null)))
        .hasMessageContaining("the group 'no-such-group'");
  }

  @Test
  void aProgramThatIsGoneRunsNoLonger() throws Exception {
    LocalActivities local = start(null);
    var client = new SocketClient(local.socket());
    client.ask("{'do':'start','id':'a','name':'x','untilClosed':true}");
    client.ask("{'do':'start','id':'b','name':'y'}");

    client.close();

    await().atMost(PATIENCE).until(() -> local.counts().endedByClose.getLongValue() == 1);
    assertThat(activities.get(2).activityId()).isEqualTo("a");
    assertThat(activities.get(2).hasEnded()).isTrue();
    assertThat(local.counts().open.get()).isEqualTo(1);
  }

  @Test
  void whoOnlyStopsSendingIsStillAnswered() throws Exception {
    LocalActivities local = start(null);
    try (var client = new SocketClient(local.socket())) {
      client.send(
          "{'do':'start','id':'a','name':'x'}\n{'do':'end','id':'a','waitMillis':200}\nhalf");
      client.endInput();

      assertThat(client.answer().path("do").asText()).isEqualTo("start");
      assertThat(client.answer().path("error").asText()).contains("may be half of one");
      assertThat(client.answer().path("joules").isNull()).isTrue();
      assertThatThrownBy(client::answer).isInstanceOf(IOException.class);
    }
  }

  @Test
  void tenThousandWrongLinesThatNobodyReadsTheAnswersOfHoldUpNobodyElse() throws Exception {
    LocalActivities local = start(null);
    try (var flood = new SocketClient(local.socket());
        var other = new SocketClient(local.socket())) {
      var sender =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 10_000; i++) {
                    flood.send("{'do':'strat','x':" + i + "}\n");
                  }
                } catch (IOException e) {
                  changes.add(e.toString());
                }
              });
      sender.start();
      await().atMost(PATIENCE).until(() -> local.counts().refusedLines.getLongValue() > 100);
      assertThat(other.ask("{'do':'devices'}").path("ok").asBoolean()).isTrue();
      assertThat(local.counts().refusedLines.getLongValue())
          .as("not read before answers are")
          .isLessThan(9_000);

      for (int i = 0; i < 10_000; i++) {
        assertThat(flood.answer().path("error").asText()).contains("did you mean 'start'?");
      }
      sender.join();
      assertThat(local.counts().refusedLines.getLongValue()).isEqualTo(10_000);
      assertThat(changes).isEmpty();
    }
  }

  @Test
  void oneConnectionTooManyIsToldSo() throws Exception {
    LocalActivities local = start(null);
    List<SocketClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < UserQuota.MOST_CONNECTIONS_EACH; i++) {
        clients.add(new SocketClient(local.socket()));
        assertThat(clients.get(i).ask("{'do':'devices'}").path("ok").asBoolean()).isTrue();
      }
      clients.add(new SocketClient(local.socket()));

      assertThat(clients.get(UserQuota.MOST_CONNECTIONS_EACH).answer().path("error").asText())
          .contains("this user has 64 connections already");
      assertThat(clients.get(0).ask("{'do':'devices'}").path("ok").asBoolean()).isTrue();
      assertThat(local.counts().refusedConnections.getLongValue()).isEqualTo(1);
    } finally {
      for (SocketClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void aFileInTheFolderIsTakenOnceAndAnswered() throws Exception {
    Path drop = Files.createDirectory(folder.resolve("drop"));
    LocalActivities local =
        start(new ActivitiesConfig(true, folder.resolve("s"), drop, null, null));
    Files.writeString(drop.resolve("draft"), "not yet");
    Files.writeString(
        drop.resolve("job.tmp"),
        "{\"do\":\"start\",\"id\":\"a\",\"name\":\"x\"}\nnonsense\n"
            + "{\"do\":\"end\",\"id\":\"a\",\"waitMillis\":100}\n");
    Files.move(drop.resolve("job.tmp"), drop.resolve("job.jsonl"));

    await().atMost(PATIENCE).until(() -> Files.exists(drop.resolve("job.answers")));

    assertThat(Files.readAllLines(drop.resolve("job.answers"))).hasSize(3);
    assertThat(drop.resolve("job.answers")).content().contains("not JSON").contains("\"reason\"");
    await().atMost(PATIENCE).until(() -> !Files.exists(drop.resolve("job.taken")));
    assertThat(drop.resolve("draft")).exists();
    assertThat(activities).hasSize(2);
    assertThat(local.counts().lines.getLongValue()).isEqualTo(3);
  }

  @Test
  void whatIsNoPlainFileIsNotRead() throws Exception {
    Path drop = Files.createDirectory(folder.resolve("drop"));
    Path secret = Files.writeString(folder.resolve("secret"), "{\"do\":\"devices\"}\n");
    Files.createSymbolicLink(drop.resolve("link.jsonl"), secret);
    Files.createDirectory(drop.resolve("folder.jsonl"));
    Files.writeString(drop.resolve("long.jsonl"), " ".repeat(1_000_001));
    LocalActivities local =
        start(new ActivitiesConfig(true, folder.resolve("s"), drop, null, null));

    await().atMost(PATIENCE).until(() -> local.counts().refusedFiles.getLongValue() == 3);

    await().atMost(PATIENCE).until(() -> Files.exists(drop.resolve("link.answers")));
    assertThat(drop.resolve("link.answers")).content().contains("must be a plain file");
    assertThat(secret).exists();
    assertThat(drop.resolve("folder.refused")).isDirectory();
  }

  @Test
  void answersAreNotWrittenThroughALink() throws Exception {
    Path drop = Files.createDirectory(folder.resolve("drop"));
    Path mine = Files.writeString(folder.resolve("mine"), "as it was");
    Files.createSymbolicLink(drop.resolve("job.answers.draft"), mine);
    Files.writeString(drop.resolve("job.jsonl"), "{\"do\":\"devices\"}\n");

    start(new ActivitiesConfig(true, folder.resolve("s"), drop, null, null));

    await().atMost(PATIENCE).until(() -> Files.exists(drop.resolve("job.answers")));
    assertThat(mine).hasContent("as it was");
    assertThat(drop.resolve("job.answers")).content().contains("n1/G1");
  }

  private LocalActivities start(@Nullable ActivitiesConfig config) throws IOException {
    LocalActivities local =
        LocalActivities.start(
            "n1",
            List.of("n1/G1"),
            config == null
                ? new ActivitiesConfig(true, folder.resolve("s"), null, null, null)
                : config,
            ProfileChoice.AUTO,
            clock,
            this::keep,
            new ReportedProcesses(ProcTable.system()),
            changes::add);
    started.add(local);
    return local;
  }

  private static PollBlock block(long fromNanos, int polls, int watts) {
    long[] times = new long[polls];
    int[] values = new int[polls];
    for (int i = 0; i < polls; i++) {
      times[i] = fromNanos / 1000 * 1000 + i * 10_000_000L;
      values[i] = 1000 * watts;
    }
    return new PollBlock("n1/G1", 0, "power", PowerUnit.MILLIWATTS, times, values, false);
  }

  private void keep(Topic topic, String key, byte[] value) {
    try {
      if (topic == Topic.ACTIVITY
          && new ActivityCodec().decode(value) instanceof ActivityEvent.Reported reported) {
        activities.add(reported.activity());
      }
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
