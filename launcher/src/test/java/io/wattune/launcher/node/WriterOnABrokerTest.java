package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.FaultTable;
import io.wattune.testkit.FixedPort;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The commands writer, guardian and restore as processes, with a real broker. */
@Tag("long")
@Tag("alone")
@EnabledOnOs({OS.LINUX, OS.MAC})
class WriterOnABrokerTest {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final List<CommandProcess> started = new ArrayList<>();
  private int port;
  private EmbeddedBroker broker;
  private Controls controls;
  private NodeOnDisk node;
  private long sequence;

  @BeforeEach
  void start() throws Exception {
    port = FixedPort.find();
    broker = EmbeddedBroker.start(folder.resolve("broker"), port);
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }
    controls = new Controls(broker.bootstrapServers());
    node = NodeOnDisk.make(folder, "n1", broker.bootstrapServers(), NodeOnDisk.UNSIGNED);
  }

  @AfterEach
  void stop() throws Exception {
    for (CommandProcess each : started) {
      each.close();
    }
    controls.close();
    broker.close();
  }

  @Test
  void everyDecisionIsAnsweredOnceAndNoOldOneIsObeyed() throws Exception {
    controls.decide(fresh(1, 1, 20_000, 500));
    controls.hold(hold(false));
    CommandProcess writer = startBoth();

    controls.decide(fresh(1, 2, 20_000, 600));
    controls.await(a -> a.sequence() == 2, SOON);
    controls.hold(hold(true));
    controls.decide(new Decision.Claim("n1", 5, "test", 0));
    controls.decide(fresh(4, 3, 20_000, 600));
    controls.decide(fresh(5, 4, 20_000, 600));
    controls.decide(fresh(5, 5, 20_000, 600));
    controls.send(Topic.DECISIONS, "n1", "no decision".getBytes(StandardCharsets.UTF_8));
    controls.decide(Controls.decision("n2", 5, 6, Controls.nowNanos(), 20_000, 600));
    controls.decide(fresh(5, 7, 20_000, 650));

    List<Actuation> answers = controls.await(a -> a.sequence() == 7, SOON);
    assertThat(answers)
        .extracting(Controls::words)
        .as("the first was decided before the writer began, the sixth is another node's")
        .containsExactlyInAnyOrder(
            "REFUSED held 2",
            "CLAIMED ok 0",
            "REFUSED old-epoch 3",
            "APPLIED ok 4",
            "RENEWED ok 5",
            "REFUSED malformed 0",
            "REFUSED off-step 7");
    assertThat(node.settings()).containsExactly(600L, 1_400L);

    writer.signal("TERM");

    assertThat(writer.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(writer.process().exitValue()).as(() -> "" + writer.lines()).isZero();
    assertThat(node.isAtOwnSettings()).isTrue();
    assertThat(Files.exists(node.folder().resolve("state/journal"))).isFalse();
    controls.await(a -> a.reason().equals("stopped"), SOON);
    assertThat(answers.get(answers.size() - 1))
        .extracting(Controls::words)
        .isEqualTo("RESTORED stopped 5");
  }

  @Test
  void brokerAwayForLongerThanTheLease() throws Exception {
    CommandProcess writer = startBoth();
    Decision.ForDevice first = tune(3_000, 600);

    broker.close();

    until(START, writer, node::isAtOwnSettings);
    assertThat(node.writtenNanos("core.clock") - first.basedOnNanos())
        .as("restored when the lease ended, whatever the broker does")
        .isLessThan(3_500_000_000L);
    broker = EmbeddedBroker.start(folder.resolve("broker"), port);
    controls.close();
    controls = new Controls(broker.bootstrapServers());
    long late = ++sequence;
    controls.decide(Controls.decision("n1", 1, late, first.basedOnNanos(), 3_000, 600));
    controls.await(a -> Controls.words(a).equals("REFUSED lease-over " + late), START);
    tune(3_000, 700);
    controls.await(a -> Controls.words(a).equals("RESTORED lease-ended " + first.sequence()), SOON);
    FaultTable.add(
        "broker away for longer than the lease",
        "stopped for more than 3 s with a device tuned by a lease of 3 s, then started again",
        "own settings by the end of the lease; old decision refused, new one applied",
        "as expected",
        "the lease (3 s)");
  }

  @Test
  void brokerAwayWhenTheWriterIsStopped() throws Exception {
    CommandProcess writer = startBoth();
    controls.decide(fresh(1, 1, 20_000, 600));
    until(SOON, writer, () -> node.settings().get(0) == 600);

    broker.close();
    writer.signal("INT");

    assertThat(writer.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(writer.process().exitValue()).as(() -> "" + writer.lines()).isZero();
    assertThat(node.isAtOwnSettings()).isTrue();
    FaultTable.add(
        "writer: Ctrl-C while the broker is away",
        "a device tuned by a lease of 20 s",
        "own settings, journal removed, exit code 0",
        "as expected",
        "10 s");
  }

  @Test
  void restoreNeedsNoBrokerAndNoGuardian() throws Exception {
    node =
        NodeOnDisk.make(
            folder,
            "n1",
            broker.bootstrapServers(),
            NodeOnDisk.UNSIGNED + "\"requiresGuardian\": false,");
    CommandProcess writer =
        add(CommandProcess.startOn(NodeClassPath.text(), "writer", node.file().toString()));
    until(START, writer, () -> writer.hasSaid("decisions are read"));
    controls.decide(fresh(1, 1, 20_000, 600));
    until(SOON, writer, () -> node.settings().get(0) == 600);

    CommandProcess early =
        add(CommandProcess.startOn(NodeClassPath.text(), "restore", node.file().toString()));
    assertThat(early.process().waitFor(START.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(early.process().exitValue()).isEqualTo(1);
    assertThat(early.lines()).singleElement().asString().contains("already written by a writer");

    writer.close();
    broker.close();
    assertThat(node.settings().get(0)).as("nobody has restored").isEqualTo(600);
    CommandProcess restore =
        add(CommandProcess.startOn(NodeClassPath.text(), "restore", node.file().toString()));

    assertThat(restore.process().waitFor(START.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(restore.process().exitValue()).as(() -> "" + restore.lines()).isZero();
    assertThat(restore.lines()).containsExactly("n1: 2 controls have their own settings");
    assertThat(node.isAtOwnSettings()).isTrue();
    FaultTable.add(
        "writer: kill -9 without a guardian, as the node's file allows",
        "wattune restore, without a broker",
        "own settings from the journal, verified",
        "as expected",
        "by hand");
  }

  /** A broker that had lost its disk released every hold of the fleet, and said nothing. */
  @Test
  void aHoldOutlivesItsTopicAndTheWriterUntilItIsReleased() throws Exception {
    controls.hold(hold(false));
    CommandProcess first = startBoth();
    controls.decide(fresh(1, 1, 20_000, 600));
    controls.await(a -> Controls.words(a).equals("REFUSED held 1"), SOON);
    first.signal("TERM");
    assertThat(first.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    String holds = Namespace.live().topic(Topic.HOLDS);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin.deleteTopics(List.of(holds)).all().get();
      await().atMost(SOON).until(() -> !admin.listTopics().names().get().contains(holds));
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }

    CommandProcess next =
        add(CommandProcess.startOn(NodeClassPath.text(), "writer", node.file().toString()));
    until(
        START,
        next,
        () ->
            next.hasSaid("tuning may begin")
                && next.hasSaid("decisions are read")
                && next.hasSaid("is not in the topic"));
    controls.decide(fresh(1, 2, 20_000, 600));
    controls.await(a -> Controls.words(a).equals("REFUSED held 2"), SOON);
    assertThat(node.isAtOwnSettings()).isTrue();

    controls.release("h1");
    sequence = 2;
    tune(20_000, 600);
  }

  private CommandProcess startBoth() throws Exception {
    CommandProcess guardian =
        add(CommandProcess.startOn(NodeClassPath.text(), "guardian", node.file().toString()));
    CommandProcess writer =
        add(CommandProcess.startOn(NodeClassPath.text(), "writer", node.file().toString()));
    until(
        START,
        writer,
        () ->
            writer.hasSaid("a guardian watches")
                && writer.hasSaid("decisions are read")
                && writer.hasSaid("tuning may begin"));
    assertThat(guardian.process().isAlive()).isTrue();
    return writer;
  }

  /**
   * Decides until a decision is applied and still in force, since it may come, and its answer be
   * seen, too late for so short a lease.
   */
  private Decision.ForDevice tune(long leaseMillis, long megahertz) throws Exception {
    long giveUpNanos = System.nanoTime() + START.toNanos();
    while (true) {
      long next = ++sequence;
      Decision.ForDevice decision =
          Controls.decision("n1", 1, next, Controls.nowNanos(), leaseMillis, megahertz);
      controls.decide(decision);
      List<Actuation> answers = controls.await(a -> a.sequence() == next, START);
      boolean isApplied =
          answers.stream().anyMatch(a -> Controls.words(a).equals("APPLIED ok " + next));
      if (isApplied && node.settings().contains(megahertz)) {
        return decision;
      }
      assertThat(System.nanoTime()).as(answers.toString()).isLessThan(giveUpNanos);
    }
  }

  private Decision fresh(long epoch, long sequence, long leaseMillis, long megahertz) {
    return Controls.decision("n1", epoch, sequence, Controls.nowNanos(), leaseMillis, megahertz);
  }

  private static Hold hold(boolean isReleased) {
    return new Hold("h1", HoldScope.NODE, "n1", 0, Hold.UNTIL_RELEASED, "me", "why", isReleased);
  }

  private CommandProcess add(CommandProcess process) {
    started.add(process);
    return process;
  }

  private static void until(Duration limit, CommandProcess writer, Callable<Boolean> condition) {
    try {
      await().atMost(limit).pollInterval(Duration.ofMillis(5)).until(condition);
    } catch (org.awaitility.core.ConditionTimeoutException e) {
      throw new AssertionError("writer: " + writer.lines(), e);
    }
  }
}
