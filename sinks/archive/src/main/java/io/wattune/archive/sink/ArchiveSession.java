package io.wattune.archive.sink;

import io.wattune.archive.ArchiveCommit;
import io.wattune.archive.ArchiveException;
import io.wattune.archive.ArchiveStore;
import io.wattune.archive.ArchivedRecord;
import io.wattune.archive.SourcePartition;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a fixed set of partitions into an archive, from where the archive ends. When the set has
 * changed, or anything fails, the session is over, and another one begins where the archive then
 * ends. Not for several threads.
 */
final class ArchiveSession {
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveSession.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final String RETENTION =
      "the broker had deleted them before they were archived; let the topic keep more, or archive"
          + " without such pauses";
  private static final String BEFORE = "the broker had deleted them before the archive began";

  private final BrokerClients connection;
  private final Namespace namespace;
  private final List<Topic> archived;
  private final ArchiveStore store;
  private final Map<TopicPartition, SourcePartition> sources;
  private final Map<String, Topic> topics = new HashMap<>();
  private final ReadOffsets progress = new ReadOffsets();

  ArchiveSession(
      BrokerClients connection, Namespace namespace, List<Topic> archived, ArchiveStore store)
      throws IOException {
    this.connection = connection;
    this.namespace = namespace;
    this.archived = List.copyOf(archived);
    this.store = store;
    this.sources = Sources.now(connection.admin(), namespace, archived);
    for (Topic topic : Topic.values()) {
      topics.put(namespace.topic(topic), topic);
    }
    begin();
  }

  private void begin() throws IOException {
    var partitions = List.copyOf(sources.keySet());
    Map<TopicPartition, Long> beginnings = connection.records().beginnings(partitions);
    Map<TopicPartition, Long> ends = connection.records().ends(partitions);
    for (TopicPartition partition : partitions) {
      SourcePartition source = of(partition);
      OptionalLong archived = store.position(source);
      long from = archived.orElse(0);
      long beginning = beginnings.getOrDefault(partition, 0L);
      if (from > ends.getOrDefault(partition, 0L)) {
        throw fewer(source, from, ends.getOrDefault(partition, 0L));
      }
      progress.begin(partition, source, from);
      if (beginning > from) {
        progress.lost(partition, beginning, archived.isPresent() ? RETENTION : BEFORE);
      }
      connection.records().addAt(Map.of(partition, progress.position(partition)));
    }
  }

  private static ArchiveException fewer(SourcePartition source, long archived, long end) {
    return new ArchiveException(
        "the archive holds "
            + source
            + " up to offset "
            + archived
            + ", but the topic ends at "
            + end
            + ": the broker has lost records that are archived, and will give their offsets to"
            + " others; archive to a new folder");
  }

  /** Reads for a moment. */
  void read() throws IOException {
    if (sources.isEmpty()) {
      java.util.concurrent.locks.LockSupport.parkNanos(POLL.toNanos());
      return;
    }
    ConsumerRecords<byte[], byte[]> records;
    try {
      records = connection.records().poll(POLL);
    } catch (OffsetOutOfRangeException e) {
      skipDeleted(e.offsetOutOfRangePartitions().keySet());
      return;
    }
    for (ConsumerRecord<byte[], byte[]> record : records) {
      store.add(archived(record));
      progress.took(new TopicPartition(record.topic(), record.partition()));
    }
    for (TopicPartition partition : sources.keySet()) {
      progress.reached(partition, connection.records().position(partition));
    }
  }

  private void skipDeleted(Iterable<TopicPartition> partitions) throws IOException {
    for (TopicPartition partition : partitions) {
      long at = progress.position(partition);
      long beginning =
          connection.records().beginnings(List.of(partition)).getOrDefault(partition, 0L);
      if (beginning <= at) {
        throw fewer(of(partition), at, beginning);
      }
      progress.lost(partition, beginning, RETENTION);
      connection.records().addAt(Map.of(partition, beginning));
      LOG.warn("offsets {} to {} of {} are lost: {}", at, beginning - 1, partition, RETENTION);
    }
  }

  private ArchivedRecord archived(ConsumerRecord<byte[], byte[]> record) {
    List<ArchivedRecord.Header> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      byte[] value = header.value();
      headers.add(new ArchivedRecord.Header(header.key(), value == null ? new byte[0] : value));
    }
    Topic topic = topics.get(record.topic());
    if (topic == null) {
      throw new IllegalStateException("nobody asked for topic " + record.topic());
    }
    return new ArchivedRecord(
        topic,
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key(),
        record.value(),
        headers);
  }

  /** Whether topics or partitions have come, or a topic has been made anew. */
  boolean isOutOfDate() {
    return !Sources.now(connection.admin(), namespace, archived).equals(sources);
  }

  /** Whether there is anything to commit. */
  boolean hasNews() {
    return !progress.isEmpty();
  }

  /** Offsets that were found to be gone since the last commit. */
  long lostOffsets() {
    return progress.losses().stream().mapToLong(lost -> lost.to() - lost.from()).sum();
  }

  /** Writes what has been read to the archive. */
  ArchiveCommit commit(Instant now) throws IOException {
    ArchiveCommit commit = store.commit(progress.ranges(), progress.losses(), now);
    progress.committed();
    Map<TopicPartition, Long> shown = new HashMap<>();
    sources.keySet().forEach(p -> shown.put(p, progress.position(p)));
    connection.records().show(shown);
    return commit;
  }

  /** Where the topics end now. */
  Map<TopicPartition, Long> ends() {
    return connection.records().ends(sources.keySet());
  }

  /** Whether everything before those offsets has been read. */
  boolean hasReached(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(
            end ->
                sources.containsKey(end.getKey())
                    && progress.position(end.getKey()) >= end.getValue());
  }

  /** Records in the topics that have not been read, as far as the consumer knows. */
  long lag() {
    return sources.keySet().stream().mapToLong(connection.records()::lag).sum();
  }

  private SourcePartition of(TopicPartition partition) {
    SourcePartition source = sources.get(partition);
    if (source == null) {
      throw new IllegalStateException("partition " + partition + " is not read");
    }
    return source;
  }
}
