package io.wattune.sinks.influx;

import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.sinks.point.PointLines;
import io.wattune.sinks.point.PointMaker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Points that are written together, the records that they were made of, and the offsets that may be
 * committed afterwards. Filled by one thread, then written by another; only {@link #abandon} may be
 * called meanwhile.
 */
final class Batch {
  static final String REJECTED_BY = "store-sink";

  /** The store cannot hold the datum, whatever it says: for example a tag with a line break. */
  static final String UNWRITABLE = "unwritable";

  private final long openedNanos;
  private final PointLines lines = new PointLines();
  private final List<Origin> origins = new ArrayList<>();
  private final List<KeyedReject> rejects = new ArrayList<>();
  private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
  private final CountDownLatch abandoned = new CountDownLatch(1);
  private int records;

  /** A record and the first of its lines. */
  private record Origin(ConsumerRecord<byte[], byte[]> record, int firstLine) {}

  Batch(long nowNanos) {
    this.openedNanos = nowNanos;
  }

  /** Adds a record's points, or its reject. */
  void add(ConsumerRecord<byte[], byte[]> record, PointMaker maker) {
    int before = lines.count();
    try {
      byte[] key = record.key();
      maker.make(
          key == null ? null : new String(key, StandardCharsets.UTF_8), record.value(), lines);
      origins.add(new Origin(record, before));
    } catch (UndecodableException e) {
      lines.cutTo(before);
      rejects.add(reject(record, e.reason(), e.detail(), 1));
    } catch (IllegalArgumentException e) {
      lines.cutTo(before);
      rejects.add(reject(record, UNWRITABLE, String.valueOf(e.getMessage()), 1));
    }
    records++;
    offsets.put(
        new TopicPartition(record.topic(), record.partition()),
        new OffsetAndMetadata(record.offset() + 1));
  }

  PointLines lines() {
    return lines;
  }

  int records() {
    return records;
  }

  List<KeyedReject> rejects() {
    return List.copyOf(rejects);
  }

  Map<TopicPartition, OffsetAndMetadata> offsets() {
    return Map.copyOf(offsets);
  }

  long ageNanos(long nowNanos) {
    return nowNanos - openedNanos;
  }

  /** The record that a line was made of. */
  ConsumerRecord<byte[], byte[]> origin(int line) {
    int low = 0;
    int high = origins.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (origins.get(middle).firstLine() <= line) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return origins.get(low).record();
  }

  static KeyedReject reject(
      ConsumerRecord<byte[], byte[]> record, String reason, String detail, int data) {
    byte[] value = record.value() == null ? new byte[0] : record.value();
    return new KeyedReject(
        record.key(),
        RejectedDatum.of(
            reason,
            detail,
            record.topic(),
            record.partition(),
            record.offset(),
            data,
            value,
            REJECTED_BY));
  }

  /** Makes whoever writes the batch give up, between two attempts. */
  void abandon() {
    abandoned.countDown();
  }

  boolean isAbandoned() {
    return abandoned.getCount() == 0;
  }

  /** Waits so long, or until the batch is abandoned. */
  void await(Duration wait) {
    try {
      if (abandoned.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      abandon();
      Thread.currentThread().interrupt();
    }
  }
}
