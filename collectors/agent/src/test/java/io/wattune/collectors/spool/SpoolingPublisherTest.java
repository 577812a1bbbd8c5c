package io.wattune.collectors.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads and real time. */
class SpoolingPublisherTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int RECORDS = 50;

  /** A broker that answers when the test says so is never away, however late that is. */
  private static final Duration NEVER = Duration.ofHours(1);

  private static final PublisherSettings PATIENT = settings(8192);

  @TempDir private Path folder;
  private final List<Integer> arrived = new CopyOnWriteArrayList<>();
  private final Line line = new Line();

  @Test
  void whatWasPublishedIsSentAtTheFlush() throws Exception {
    try (SpoolingPublisher publisher = start(PATIENT)) {
      publish(publisher);
      publisher.flush();
      await().atMost(PATIENCE).until(() -> arrived.size() == RECORDS);
      assertThat(arrived).isSorted();
      line.answer();
    }
  }

  @Test
  void whatNobodyFlushesIsSentAllTheSame() throws Exception {
    try (SpoolingPublisher publisher = start(PATIENT)) {
      publish(publisher);
      await().atMost(PATIENCE).until(() -> arrived.size() == RECORDS);
      line.answer();
    }
  }

  /** Room for one record: each answer is waited for, and comes from another thread. */
  @Test
  void withRoomForOneEachRecordGoesBehindTheAnswerToTheOneBefore() throws Exception {
    try (SpoolingPublisher publisher = start(settings(1))) {
      await().atMost(PATIENCE).until(() -> publisher.status().state() == PublisherState.CONNECTED);
      publish(publisher);
      publisher.flush();
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(1))
          .until(
              () -> {
                line.answer();
                return arrived.size() == RECORDS;
              });
      line.answer();
    }
    assertThat(arrived).isSorted();
  }

  /** Nothing tells the publisher of answers while it has room; closing looks for them itself. */
  @Test
  void closingWaitsForTheAnswers() throws Exception {
    SpoolingPublisher publisher = start(PATIENT);
    await().atMost(PATIENCE).until(() -> publisher.status().state() == PublisherState.CONNECTED);
    publish(publisher);
    publisher.flush();
    await().atMost(PATIENCE).until(() -> arrived.size() == RECORDS);
    var closing = new Thread(publisher::close);
    closing.start();
    await().atMost(PATIENCE).until(() -> closing.getState() == Thread.State.WAITING);

    line.answer();
    closing.join();

    PublisherStatus status = publisher.status();
    assertThat(status.confirmed()).isEqualTo(RECORDS);
    assertThat(status.spooledRecords()).isZero();
  }

  private static PublisherSettings settings(int unconfirmedRecords) {
    return new PublisherSettings(
        1 << 20,
        1 << 20,
        unconfirmedRecords,
        1 << 20,
        NEVER,
        Duration.ofMillis(200),
        Duration.ofSeconds(5));
  }

  private SpoolingPublisher start(PublisherSettings settings) throws Exception {
    return SpoolingPublisher.start("n1", folder, () -> line, settings, change -> {});
  }

  private static void publish(SpoolingPublisher publisher) {
    for (int i = 0; i < RECORDS; i++) {
      OutgoingRecord record = Numbered.record(i);
      publisher.publish(record.topic(), record.key(), record.value());
    }
  }

  /** Takes records; answers when it is told. */
  private final class Line extends MockProducer<String, byte[]> {
    Line() {
      super(false, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<String, byte[]> record, Callback callback) {
      Future<RecordMetadata> answer = super.send(record, callback);
      arrived.add(Numbered.of(record.value()));
      return answer;
    }

    /** Confirms all that has come. */
    synchronized void answer() {
      boolean isMore = true;
      while (isMore) {
        isMore = completeNext();
      }
    }
  }
}
