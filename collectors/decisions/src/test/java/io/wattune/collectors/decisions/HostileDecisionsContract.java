package io.wattune.collectors.decisions;

import static io.wattune.collectors.decisions.HostileNode.CLUSTER;
import static io.wattune.collectors.decisions.HostileNode.EPOCH;
import static io.wattune.collectors.decisions.HostileNode.NODE;
import static io.wattune.collectors.decisions.HostileNode.TOPIC;
import static io.wattune.collectors.decisions.HostileNode.core;
import static io.wattune.collectors.decisions.HostileNode.decision;
import static io.wattune.collectors.decisions.HostileNode.encoded;
import static io.wattune.collectors.decisions.HostileNode.headers;
import static io.wattune.collectors.decisions.HostileNode.record;
import static io.wattune.collectors.decisions.HostileNode.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.decisions.HostileShots.Shot;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.collectors.writer.Writer;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.testkit.FaultTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever may write to the topic: forged, altered, repeated, foreign and wrong decisions. */
abstract class HostileDecisionsContract {
  @TempDir Path folder;
  private final HostileKeys keys = HostileKeys.generate();
  private final Queue<Actuation> answers = new ConcurrentLinkedQueue<>();
  private final Queue<RejectedDatum> rejects = new ConcurrentLinkedQueue<>();
  private final Map<String, Long> expected = new TreeMap<>();
  private HostileTarget target;
  private NodeConfig config;
  private Writer writer;
  private DecisionIntake intake;
  private long startedNanos;

  /** How long the intake took for each hostile one, and until the good one behind was in force. */
  private record Took(double eachMicros, long goodNanos) {}

  /** Makes the device. */
  abstract HostileTarget target() throws Exception;

  /** The device's name in the table of faults. */
  abstract String suffix();

  /** How many come in a row: most are refused before the device's kind matters. */
  int count() {
    return 1_000;
  }

  @BeforeEach
  void start() throws Exception {
    target = target();
    config = NodeFile.read(write(keys.listedFirst()));
    startedNanos = NodeClock.SYSTEM.now().wallNanos();
    writer = Writer.start(config.setup(), target.kinds(), NodeClock.SYSTEM, answers::add);
    writer.holds(Holds.NONE);
    var node = new NodeIntake(config, writer, config.folder());
    intake =
        new DecisionIntake(Map.of(NODE, node), new DecisionCodec(), NodeClock.SYSTEM, rejects::add);
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> reason(keys.right()), "out-of-range"::equals);
    assertThat(reason(keys.removed())).isEqualTo("out-of-range");
    new WatchedKeys(write(keys.listed()), node).look();
    answers.clear();
  }

  private Path write(String listed) throws Exception {
    return Files.writeString(
        folder.resolve("node.json"),
        """
        {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
         "devices": [%s],
         "tuning": {"isOn": true, "requiresGuardian": false, "lookMillis": 0,
                    "longestLeaseSeconds": 600, "keys": [%s],
           "controls": [{"device": "*", "tunable": "core.clock",
                         "lowest": %d, "highest": %d}]}}
        """
            .formatted(target.entry(), listed, target.lowest(), target.highest()));
  }

  @AfterEach
  void stop() {
    writer.stop();
  }

  @Test
  void eachIsRefusedWithItsReasonAndItsBytesAreKept() {
    byte[] value = encoded(decision(EPOCH, 1, core(target.good())));
    byte[] flipped = value.clone();
    flipped[9] ^= 4;

    intake.take(record(NODE, value, new RecordHeaders()), CLUSTER);
    intake.take(record(NODE, value, headers(keys.foreign(), TOPIC, NODE, value)), CLUSTER);
    intake.take(record(NODE, flipped, headers(keys.right(), TOPIC, NODE, value)), CLUSTER);
    intake.take(record(NODE, value, headers(keys.right(), TOPIC, "n2", value)), CLUSTER);
    intake.take(record(NODE, value, headers(keys.right(), TOPIC, NODE, value)), "another cluster");
    intake.take(record(NODE, value, headers(keys.expired(), TOPIC, NODE, value)), CLUSTER);
    intake.take(record(NODE, value, headers(keys.removed(), TOPIC, NODE, value)), CLUSTER);
    intake.take(record("n2", value, headers(keys.right(), TOPIC, "n2", value)), CLUSTER);
    intake.take(signed(keys.right(), "no decision".getBytes(StandardCharsets.UTF_8)), CLUSTER);

    assertThat(answers)
        .extracting(Actuation::reason)
        .containsExactly(
            "unsigned",
            "unknown-key",
            "bad-signature",
            "bad-signature",
            "bad-signature",
            "stale-key",
            "stale-key",
            "malformed");
    assertThat(answers)
        .as("an answer to a forged record says nothing of what that claims")
        .allMatch(a -> a.device() == null && a.epoch() == 0 && a.sequence() == 0);
    assertThat(rejects)
        .extracting(RejectedDatum::reason)
        .containsExactly(
            "unsigned",
            "unknown-key",
            "bad-signature",
            "bad-signature",
            "bad-signature",
            "stale-key",
            "stale-key",
            "no-single-object-marker");
    assertThat(rejects.peek().original()).isEqualTo(value);
    assertThat(rejects.peek().origin()).isEqualTo(TOPIC);
  }

  /** Each kind more than ten times: in every build, since the ten thousand take their time. */
  @Test
  void noneReachesTheDevice() throws Exception {
    flood(400);
  }

  @Test
  @Tag("long")
  void thousandsDoNotHoldUpAGoodOne() throws Exception {
    Took took = flood(count());

    System.out.printf(
        "hostile decisions%s: %.0f us each, the good one after them %.1f ms%n",
        suffix(), took.eachMicros(), took.goodNanos() * 1e-6);
    assertThat(took.goodNanos()).as("ns for the good one").isLessThan(HostileNode.SECOND);
    FaultTable.add(
        String.format(Locale.ROOT, "%,d hostile decisions%s", count(), suffix()),
        "random bytes, cut, bits flipped, unsigned, foreign and stale keys, repeats, old epochs,"
            + " wrong settings, leases and times, restored and tuned; then a good one",
        "each refused with its reason, nothing written, the good one applied at once",
        "as expected",
        "nothing was written");
  }

  private Took flood(int count) throws Exception {
    String own = target.settings();
    String untouched = target.trace();
    intake.take(signed(keys.right(), new Decision.Claim(NODE, EPOCH, "test", 0)), CLUSTER);
    expect("ok");
    var shots =
        new HostileShots(
            keys,
            target,
            startedNanos,
            signed(keys.right(), decision(EPOCH - 1, 1, core(target.good()))),
            "old-epoch");

    long tookNanos = shoot(shots, count / 2);
    assertThat(target.trace()).as("restored: nobody tried to set anything").isEqualTo(untouched);
    assertThat(target.settings()).as("restored").isEqualTo(own);

    ConsumerRecord<String, byte[]> good = apply(shots, target.good());
    shots.seen(good, "old-sequence");
    String tuned = target.settings();
    String touched = target.trace();
    tookNanos += shoot(shots, count - count / 2);
    assertThat(target.trace()).as("tuned: nobody tried to set anything").isEqualTo(touched);
    assertThat(target.settings()).as("tuned").isEqualTo(tuned);

    long sentNanos = System.nanoTime();
    apply(shots, target.better());
    var took = new Took(tookNanos * 1e-3 / count, System.nanoTime() - sentNanos);

    assertThat(writer.stop()).isTrue();
    assertThat(target.settings()).as("own settings are back").isEqualTo(own);
    assertThat(new JournalFiles(config.folder()).isThere()).isFalse();
    return took;
  }

  /**
   * Fires, and waits until each is answered; then every reason was right, and nothing lost.
   *
   * @return how long the intake took, in nanoseconds
   */
  private long shoot(HostileShots shots, int count) {
    List<Shot> fired = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      fired.add(shots.next());
      expect(fired.get(i).reason());
    }
    long kept = rejects.size() + fired.stream().filter(HostileDecisionsContract::isKept).count();
    long began = System.nanoTime();
    fired.forEach(shot -> intake.take(shot.record(), CLUSTER));
    long tookNanos = System.nanoTime() - began;
    awaitAnswers();
    assertThat(reasons()).isEqualTo(expected);
    assertThat(rejects)
        .as("what was not believed or could not be read is kept")
        .hasSize((int) kept);
    return tookNanos;
  }

  private static boolean isKept(Shot shot) {
    return List.of("unsigned", "unknown-key", "stale-key", "bad-signature", "malformed")
        .contains(shot.reason());
  }

  private ConsumerRecord<String, byte[]> apply(HostileShots shots, long megahertz) {
    ConsumerRecord<String, byte[]> good =
        signed(keys.right(), decision(EPOCH, shots.nextSequence(), core(megahertz)));
    expect("ok");
    intake.take(good, CLUSTER);
    until(() -> target.isAt(megahertz));
    awaitAnswers();
    return good;
  }

  private void expect(String reason) {
    expected.merge(reason, 1L, Long::sum);
  }

  private void awaitAnswers() {
    long count = expected.values().stream().mapToLong(Long::longValue).sum();
    until(() -> answers.size() >= count);
  }

  private Map<String, Long> reasons() {
    Map<String, Long> reasons = new TreeMap<>();
    answers.forEach(answer -> reasons.merge(answer.reason(), 1L, Long::sum));
    return reasons;
  }

  /** What a wrong decision is answered with that is signed so; where it is believed, as wrong. */
  private String reason(SigningKey with) {
    answers.clear();
    intake.take(signed(with, decision(0, 0, core(Long.MAX_VALUE))), CLUSTER);
    until(() -> !answers.isEmpty());
    return answers.peek().reason();
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(1)).until(condition);
  }
}
