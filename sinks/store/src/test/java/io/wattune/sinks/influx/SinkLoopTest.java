package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.point.PointMakers;
import io.wattune.sinks.point.Records;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SinkLoopTest {
  private static final TopicPartition ENERGY = new TopicPartition("energy", 0);
  private static final int MAX_POINTS = 10;

  private final FakeStore store = new FakeStore();
  private final FakeRejects rejects = new FakeRejects();
  private final SinkCounts counts = new SinkCounts(Map::of);
  private final AtomicLong nowNanos = new AtomicLong();
  private final ExecutorService writerThread = Executors.newSingleThreadExecutor();
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  private final SinkLoop loop =
      new SinkLoop(
          consumer,
          Map.of("energy", PointMakers.of(BundledSchemas.get()).get(Topic.ENERGY)),
          new BatchWriter(store, rejects, new Backoff(new SplittableRandom(1)), counts),
          writerThread,
          new BatchLimits(MAX_POINTS, Duration.ofSeconds(1)),
          counts,
          nowNanos::get);
  private long offset;

  @AfterEach
  void stop() {
    writerThread.shutdownNow();
  }

  private void assign() {
    consumer.rebalance(List.of(ENERGY));
    consumer.updateBeginningOffsets(Map.of(ENERGY, 0L));
    consumer.updateEndOffsets(Map.of(ENERGY, 1_000_000L));
    consumer.seek(ENERGY, 0);
  }

  private void send(int windows) {
    for (int i = 0; i < windows; i++) {
      send(Records.window("d", 0, offset, offset));
    }
  }

  private void send(byte[] value) {
    consumer.addRecord(new ConsumerRecord<>("energy", 0, offset++, null, value));
  }

  private long committed() {
    OffsetAndMetadata found = consumer.committed(Set.of(ENERGY)).get(ENERGY);
    return found == null ? 0 : found.offset();
  }

  private void stepUntilCommitted(long offset) {
    await()
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(1))
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              loop.step();
              return committed() == offset;
            });
  }

  @Test
  void aFullBatchIsWrittenAtOnceAndAnOldOneAfterItsTime() {
    assign();
    send(MAX_POINTS + 3);
    stepUntilCommitted(MAX_POINTS);
    assertThat(store.lines()).hasSize(MAX_POINTS);

    loop.step();
    loop.step();
    assertThat(store.lines()).as("not full, not old").hasSize(MAX_POINTS);
    nowNanos.addAndGet(1_000_000_000);
    stepUntilCommitted(MAX_POINTS + 3);

    assertThat(store.lines()).hasSize(MAX_POINTS + 3);
    assertThat(counts.recordsRead.get()).isEqualTo(MAX_POINTS + 3);
  }

  @Test
  void offsetsAreNotCommittedWhileTheStoreIsAwayAndMemoryIsBounded() {
    assign();
    store.away(true);
    send(20 * MAX_POINTS);
    for (int i = 0; i < 30; i++) {
      loop.step();
    }

    assertThat(committed()).isZero();
    assertThat(counts.recordsRead.get()).as("two batches").isEqualTo(2 * MAX_POINTS);
    assertThat(consumer.paused()).containsExactly(ENERGY);
    assertThat(counts.trouble()).isEqualTo("away");

    store.away(false);
    stepUntilCommitted(20 * MAX_POINTS);
    assertThat(store.lines()).hasSize(20 * MAX_POINTS);
    assertThat(counts.trouble()).isNull();
  }

  @Test
  void aMalformedRecordDoesNotStopTheOthers() {
    assign();
    send(new byte[] {9, 9, 9});
    send(MAX_POINTS - 1);
    stepUntilCommitted(MAX_POINTS);

    assertThat(store.lines()).hasSize(MAX_POINTS - 1);
    assertThat(rejects.sent()).singleElement().satisfies(r -> assertThat(r.offset()).isZero());
  }

  @Test
  void theNewestRevisionIsWrittenLast() {
    assign();
    send(Records.window("d", 0, 1, 1_000_000));
    for (int i = 0; i < MAX_POINTS; i++) {
      send(Records.window("d", 1 + i, 1, 2_000_000));
    }
    send(Records.window("d", 99, 1, 3_000_000));
    nowNanos.addAndGet(1);
    stepUntilCommitted(MAX_POINTS);
    nowNanos.addAndGet(1_000_000_000);
    stepUntilCommitted(MAX_POINTS + 2);

    assertThat(store.lines())
        .singleElement()
        .satisfies(line -> assertThat(line).contains("revision=99i", "energy_joules=3.000000"));
  }

  @Test
  void partitionsAreGivenAwayOnlyWhenTheWriterIsDoneAndWhatIsUnwrittenIsNotCommitted() {
    assign();
    send(MAX_POINTS + 4);
    loop.step();
    loop.step();
    consumer.rebalance(List.of());

    assertThat(store.lines()).hasSize(MAX_POINTS);
    assertThat(counts.pointsReturned.get()).isEqualTo(4);
    assertThat(counts.rebalances.get()).isEqualTo(1);
    assertBalanced();
  }

  @Test
  void aStoreThatIsAwayDoesNotHoldUpAChangeOfTheGroup() {
    assign();
    store.away(true);
    send(2 * MAX_POINTS);
    await()
        .pollInSameThread()
        .until(
            () -> {
              loop.step();
              return counts.isUnavailable();
            });
    loop.step();
    loop.onPartitionsLost(List.of(ENERGY));

    assertThat(committed()).isZero();
    assertThat(store.lines()).isEmpty();
    assertThat(counts.pointsReturned.get()).isEqualTo(counts.pointsMade.get());
  }

  @Test
  void recordsThatTheBrokerHasDeletedAreCounted() {
    consumer.rebalance(List.of(ENERGY));
    consumer.updateBeginningOffsets(Map.of(ENERGY, 5L));
    consumer.updateEndOffsets(Map.of(ENERGY, 1_000_000L));
    consumer.seek(ENERGY, 2);
    offset = 5;
    consumer.setPollException(new OffsetOutOfRangeException(Map.of(ENERGY, 2L)));
    loop.step();
    send(MAX_POINTS);
    stepUntilCommitted(5 + MAX_POINTS);

    assertThat(counts.recordsExpired.get()).isEqualTo(3);
    assertThat(store.lines()).hasSize(MAX_POINTS);
  }

  @Test
  void theLastBatchIsWrittenWhenItStops() {
    assign();
    send(4);
    loop.step();
    loop.finish(Duration.ofSeconds(5));

    assertThat(store.lines()).hasSize(4);
    assertThat(committed()).isEqualTo(4);
    assertBalanced();
  }

  @Test
  void drainingReadsOnToTheEndOfTheTopic() {
    assign();
    send(3 * MAX_POINTS + 4);
    consumer.updateEndOffsets(Map.of(ENERGY, offset));
    loop.drain(Duration.ofSeconds(5));

    assertThat(store.lines()).hasSize(3 * MAX_POINTS + 4);
    assertThat(committed()).isEqualTo(offset);
    assertThat(counts.recordsUnwritten.get()).isZero();
    assertBalanced();
  }

  @Test
  void drainingDoesNotWaitForAStoreThatIsAwayAndSaysWhatIsLeft() {
    assign();
    store.away(true);
    send(2 * MAX_POINTS);
    consumer.updateEndOffsets(Map.of(ENERGY, offset));
    loop.drain(Duration.ofHours(1));

    assertThat(committed()).isZero();
    assertThat(counts.recordsUnwritten.get()).isEqualTo(2 * MAX_POINTS);
    assertBalanced();
  }

  private void assertBalanced() {
    assertThat(counts.pointsMade.get())
        .isEqualTo(
            counts.pointsWritten.get() + counts.pointsRefused.get() + counts.pointsReturned.get());
  }
}
