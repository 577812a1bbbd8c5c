package io.wattune.collectors.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.spool.ScriptedBroker.Mood;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SenderTest {
  private static final Duration SHORT = Duration.ofMillis(100);

  /** Longer than the stall, and than the pauses after a few attempts. */
  private static final Duration LONG = Duration.ofSeconds(12);

  @TempDir private Path folder;
  private final ScriptedBroker broker = new ScriptedBroker();

  @Test
  void sendsEachRecordOnceWhileAllIsWell() throws Exception {
    var run = new SenderRun(folder, broker);

    run.publish(100);
    run.run(SHORT);
    run.publish(100);
    run.run(SHORT);

    assertThat(broker.arrived).isEqualTo(numbers(200));
    assertThat(run.sender.isDone()).isTrue();
    assertThat(run.counts.confirmed.sum()).isEqualTo(200);
    assertThat(run.sender.state()).isEqualTo(PublisherState.CONNECTED);
    run.finish();
  }

  @Test
  void spoolsWhileTheBrokerIsGoneAndSendsInOrderWhenItIsBack() throws Exception {
    var run = new SenderRun(folder, broker);
    run.publish(10);
    run.run(SHORT);

    broker.mood = Mood.GONE;
    run.publish(10);
    run.run(LONG);
    run.publish(30);
    run.run(SHORT);
    assertThat(run.sender.state()).isEqualTo(PublisherState.SPOOLING);
    assertThat(run.spool.unreadRecords()).isEqualTo(40);
    broker.mood = Mood.WELL;
    run.run(LONG);
    run.publish(10);
    run.run(SHORT);

    assertThat(broker.arrived)
        .as("nothing twice: the first ten were confirmed")
        .isEqualTo(numbers(60));
    assertThat(run.sender.isDone()).isTrue();
    assertThat(run.spool.bytes()).isZero();
    assertThat(run.counts.resent.sum()).isEqualTo(10);
    run.finish();
  }

  @Test
  void sendsAgainOnlyWhatHadNoAnswer() throws Exception {
    var run = new SenderRun(folder, broker);
    run.publish(10);
    run.run(SHORT);

    broker.mood = Mood.DEAF;
    run.publish(10);
    run.run(SHORT);
    broker.mood = Mood.WELL;
    run.run(LONG);

    assertThat(broker.kept()).isEqualTo(numbers(20));
    assertThat(broker.arrived).as("the ten without an answer came twice").hasSize(30);
    assertThat(run.counts.resent.sum()).isEqualTo(10);
    run.finish();
  }

  @Test
  void anErrorCountsAsAway() throws Exception {
    var run = new SenderRun(folder, broker);
    run.publish(5);
    run.run(SHORT);

    broker.mood = Mood.ERRORS;
    run.publish(5);
    run.run(SHORT);
    assertThat(run.sender.state()).isEqualTo(PublisherState.SPOOLING);
    broker.mood = Mood.WELL;
    run.run(LONG);

    assertThat(broker.arrived).isEqualTo(numbers(10));
    assertThat(run.changes.get(2)).contains("broker away (TimeoutException: expired)");
    run.finish();
  }

  @Test
  void saysOnlyWhatChanges() throws Exception {
    var run = new SenderRun(folder, broker);
    run.publish(1);
    run.run(SHORT);
    broker.mood = Mood.GONE;
    run.publish(1);
    run.run(LONG);
    run.run(LONG);
    broker.mood = Mood.WELL;
    run.run(LONG);

    assertThat(run.changes)
        .containsExactly(
            "broker reached; 1 spooled records go first",
            "spool sent",
            "broker away (no record was confirmed for 3000 ms); records go to the spool",
            "broker reached; 1 spooled records go first",
            "spool sent");
    run.finish();
  }

  /** As where one topic is missing or forbidden: fails where each try is told, for ever. */
  @Test
  void aBrokerThatIsLostAgainAndAgainForOneReasonIsToldOnceAMinute() throws Exception {
    var run = new SenderRun(folder, broker);
    broker.mood = Mood.DEAF;
    run.publish(1);

    run.run(Duration.ofSeconds(300));

    assertThat(broker.opened).as("tries").isGreaterThan(30);
    assertThat(run.changes)
        .filteredOn(change -> change.startsWith("broker away"))
        .hasSizeBetween(4, 6);
    assertThat(run.changes).hasSizeLessThan(20);
    broker.mood = Mood.WELL;
    run.run(Duration.ofSeconds(20));
    assertThat(run.changes).last().isEqualTo("spool sent");
    run.finish();
  }

  @Test
  void keepsNewRecordsBehindTheSpoolWhileItIsSent() throws Exception {
    broker.mood = Mood.GONE;
    var run = new SenderRun(folder, broker);
    for (int i = 0; i < 10; i++) {
      run.publish(100);
      run.run(SHORT);
    }
    broker.mood = Mood.WELL;
    int steps = 0;
    while (run.sender.state() != PublisherState.CONNECTED || !run.sender.isDone()) {
      run.publish(steps++ < 50 ? 5 : 0);
      run.sender.step(run.nowNanos);
      run.nowNanos += 10_000_000L;
    }

    assertThat(broker.arrived).isEqualTo(numbers(run.published));
    assertThat(dropped(run)).isZero();
    run.finish();
  }

  @Test
  void dropsTheOldestInMemoryWhenTheDiskCannotBeWritten() throws Exception {
    broker.mood = Mood.GONE;
    var run = new SenderRun(folder, broker);
    // A folder in place of the next segment: the disk takes nothing.
    Path taken = folder.resolve("0000000000000000.spool");
    Files.createDirectory(taken);

    run.publish(1000);
    run.run(SHORT);
    run.publish(100);
    run.run(LONG);

    long dropped = dropped(run);
    assertThat(dropped).isPositive();
    assertThat(run.queue.size()).isEqualTo((int) (1100 - dropped));
    assertThat(run.changes.get(0)).contains("the spool cannot be written (");
    assertThat(run.changes.get(1)).startsWith("broker not reached (nobody there);");
    assertThat(run.changes).as("said once").hasSize(2);

    Files.delete(taken);
    run.run(LONG);
    assertThat(run.changes.get(2)).isEqualTo("the spool can be written again");
    broker.mood = Mood.WELL;
    run.run(LONG);
    assertThat(broker.arrived).isEqualTo(IntStream.range((int) dropped, 1100).boxed().toList());
    run.finish();
  }

  @Test
  void dropsAndCountsWhatTheBrokerWillNeverTake() throws Exception {
    broker.longestValue = 100;
    var run = new SenderRun(folder, broker);
    run.publish(2);
    run.queue.offer(Numbered.record(-1, 101));
    run.queue.offer(Numbered.record(-1, 101));
    run.publish(2);
    run.run(SHORT);

    assertThat(broker.arrived).isEqualTo(numbers(4));
    assertThat(dropped(run)).isEqualTo(2);
    assertThat(run.changes.stream().filter(line -> line.contains("message.max.bytes"))).hasSize(1);
    run.finish();
  }

  @Test
  void whatIsNotConfirmedAtTheEndIsSentByTheNextLife() throws Exception {
    var first = new SenderRun(folder, broker);
    first.publish(10);
    first.run(SHORT);
    broker.mood = Mood.DEAF;
    first.publish(10);
    first.run(SHORT);
    first.publish(10);
    first.finish();

    broker.mood = Mood.WELL;
    var second = new SenderRun(folder, broker);
    second.published = first.published;
    second.publish(10);
    second.run(SHORT);

    assertThat(broker.kept()).isEqualTo(numbers(40));
    second.finish();
  }

  @Test
  void attemptsComeAtPausesThatDouble() throws Exception {
    broker.mood = Mood.GONE;
    var attempts = new AtomicInteger();
    var probe =
        new BrokerSearch(
            () -> {
              attempts.incrementAndGet();
              return broker.open();
            },
            Runnable::run,
            SenderRun.SETTINGS,
            () -> 1);
    for (long millis = 0; millis < 60_000; millis += 10) {
      assertThat(probe.poll(millis * 1_000_000L)).isNull();
    }
    // 0, 0.2, 0.6, 1.4, 3.0, 6.2, then every 5 s up to 60: ten more.
    assertThat(attempts.get()).isEqualTo(16);
    assertThat(probe.lastFailure()).isEqualTo("nobody there");
  }

  private static long dropped(SenderRun run) {
    return run.counts.dropped().getOrDefault(Numbered.TOPIC, 0L);
  }

  private static List<Integer> numbers(int to) {
    return IntStream.range(0, to).boxed().toList();
  }
}
