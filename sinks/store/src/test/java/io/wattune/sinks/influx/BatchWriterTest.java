package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.point.PointMaker;
import io.wattune.sinks.point.PointMakers;
import io.wattune.sinks.point.Records;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BatchWriterTest {
  private final FakeStore store = new FakeStore();
  private final FakeRejects rejects = new FakeRejects();
  private final SinkCounts counts = new SinkCounts(Map::of);
  private final BatchWriter writer =
      new BatchWriter(store, rejects, new Backoff(new SplittableRandom(1)), counts);
  private final Map<Topic, PointMaker> makers = PointMakers.of(BundledSchemas.get());
  private long offset;

  private void add(Batch batch, Topic topic, byte[] value) {
    byte[] key = "d".getBytes(StandardCharsets.UTF_8);
    batch.add(new ConsumerRecord<>(topic.label(), 3, offset++, key, value), makers.get(topic));
  }

  private Batch windows(int from, int to) {
    Batch batch = new Batch(0);
    for (int i = from; i < to; i++) {
      add(batch, Topic.ENERGY, Records.window("d" + i, 0, i, i));
    }
    return batch;
  }

  @Test
  void aBatchIsOneRequest() {
    assertThat(writer.write(windows(0, 100))).isTrue();

    assertThat(store.calls()).containsExactly(100);
    assertThat(store.lines()).hasSize(100);
    assertThat(counts.pointsWritten.get()).isEqualTo(100);
    assertThat(counts.batches.get()).isEqualTo(1);
  }

  @Test
  void theRestOfABatchIsWrittenWhereSomePointsAreRefused() {
    store.refuse(line -> line.contains("device=d17,") || line.contains("device=d80,"));

    assertThat(writer.write(windows(0, 100))).isTrue();

    assertThat(store.lines()).hasSize(98).noneMatch(line -> line.contains("device=d17,"));
    assertThat(rejects.sent()).extracting(RejectedDatum::offset).containsExactly(17L, 80L);
    assertThat(rejects.sent().get(0).reason()).isEqualTo(BatchWriter.REFUSED);
    assertThat(rejects.sent().get(0).detail()).contains("not liked");
    assertThat(rejects.sent().get(0).original()).isEqualTo(Records.window("d17", 0, 17, 17));
    assertThat(counts.pointsRefused.get()).isEqualTo(2);
    assertThat(counts.pointsWritten.get()).isEqualTo(98);
    // Halving finds a point in 2 log2(100) = 14 requests.
    assertThat(store.calls()).hasSizeLessThan(2 * 14 + 1);
  }

  /**
   * After an outage that was longer than the store keeps: two requests a point would never catch
   * up.
   */
  @Test
  void pointsThatAreAllTooOldAreNotLookedAtOneByOne() {
    store.sayHowMany();
    store.refuse(line -> line.matches("(?s).*device=d[1-4]?[0-9],.*"));

    assertThat(writer.write(windows(0, 100))).isTrue();

    assertThat(store.lines()).hasSize(50);
    assertThat(rejects.sent()).hasSize(50);
    assertThat(counts.pointsRefused.get()).isEqualTo(50);
    assertThat(counts.pointsWritten.get()).isEqualTo(50);
    assertThat(store.calls()).containsExactly(100, 50, 50);
  }

  @Test
  void aRecordOfWhichSeveralPointsAreRefusedIsOneReject() {
    Batch batch = new Batch(0);
    add(batch, Topic.POWER, Records.power("good", 0, Records.START_NANOS, 5, 1));
    add(batch, Topic.POWER, Records.power("bad", 0, Records.START_NANOS, 5, 1));
    store.refuse(line -> line.contains("device=bad"));

    assertThat(writer.write(batch)).isTrue();

    assertThat(store.lines()).hasSize(5);
    assertThat(rejects.sent())
        .singleElement()
        .satisfies(
            datum -> {
              assertThat(datum.data()).isEqualTo(5);
              assertThat(datum.offset()).isEqualTo(1);
            });
  }

  @Test
  void whatCannotBeReadOrWrittenGoesToTheRejectsWithItsBytes() {
    Batch batch = windows(0, 1);
    add(batch, Topic.ENERGY, new byte[] {1, 2, 3});
    add(batch, Topic.ENERGY, Records.window("a\nb", 0, 0, 0));
    batch.add(new ConsumerRecord<>("energy", 3, offset++, null, null), makers.get(Topic.ENERGY));
    rejects.fail(1);

    assertThat(writer.write(batch)).isTrue();

    assertThat(store.lines()).hasSize(1);
    assertThat(rejects.sent())
        .extracting(RejectedDatum::reason)
        .containsExactly("no-single-object-marker", Batch.UNWRITABLE, "no-value");
    assertThat(rejects.sent().get(0).original()).containsExactly(1, 2, 3);
    assertThat(rejects.sent().get(0).rejectedBy()).isEqualTo("store-sink");
    assertThat(counts.recordsRejected.get()).isEqualTo(3);
    assertThat(batch.offsets().values())
        .singleElement()
        .satisfies(next -> assertThat(next.offset()).isEqualTo(4));
  }

  @Test
  @Timeout(20)
  void aStoreThatWasAwayIsPreparedAgainAndGetsEverything() {
    assertThat(writer.write(windows(0, 1))).isTrue();
    store.fail(2, Duration.ZERO);

    assertThat(writer.write(windows(1, 50))).isTrue();

    assertThat(store.lines()).hasSize(50);
    assertThat(store.prepared()).isEqualTo(3);
    assertThat(counts.retries.get()).isEqualTo(2);
    assertThat(counts.trouble()).isNull();
  }

  @Test
  @Timeout(20)
  void anAbandonedBatchIsGivenUpAndCountedAsReturned() throws Exception {
    store.away(true);
    Batch batch = windows(0, 10);
    CompletableFuture<Boolean> result = CompletableFuture.supplyAsync(() -> writer.write(batch));
    while (counts.trouble() == null) {
      Thread.onSpinWait();
    }
    batch.abandon();

    assertThat(result.get(10, TimeUnit.SECONDS)).isFalse();
    assertThat(counts.pointsReturned.get()).isEqualTo(10);
    assertThat(counts.batches.get()).isZero();
    assertThat(counts.trouble()).isEqualTo("away");
  }
}
