package io.wattune.benchmarks.synthetic;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PartitionReader;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The topics of one run, filled with a fleet's readings. Closing deletes a replay's. */
public final class FilledTopics implements AutoCloseable {
  private final KafkaAccess kafka;
  private final Namespace namespace;
  private final Admin admin;
  private final int pollsPerBlock;
  private long records;
  private long sendNanos;

  private FilledTopics(KafkaAccess kafka, Namespace namespace, int pollsPerBlock) {
    this.kafka = kafka;
    this.namespace = namespace;
    this.pollsPerBlock = pollsPerBlock;
    this.admin = kafka.admin(Map.of());
  }

  public static FilledTopics fill(
      KafkaAccess kafka, String run, SyntheticFleet fleet, long readings, int pollsPerBlock) {
    return fill(kafka, Namespace.replay(run), fleet, readings, pollsPerBlock, record -> record);
  }

  /**
   * Fills the topics of a namespace.
   *
   * @param marking what is done with each record before it is sent
   */
  public static FilledTopics fill(
      KafkaAccess kafka,
      Namespace namespace,
      SyntheticFleet fleet,
      long readings,
      int pollsPerBlock,
      UnaryOperator<ProducerRecord<String, byte[]>> marking) {
    var topics = new FilledTopics(kafka, namespace, pollsPerBlock);
    new TopicCreator(topics.admin, 1).createMissing(topics.namespace);
    topics.send(fleet, Math.max(1, readings / fleet.devices() / pollsPerBlock), marking);
    return topics;
  }

  private void send(
      SyntheticFleet fleet,
      long blocksPerDevice,
      UnaryOperator<ProducerRecord<String, byte[]>> marking) {
    Map<String, Object> settings =
        Map.of(
            "compression.type", "lz4",
            "batch.size", 262_144,
            "linger.ms", 20,
            "buffer.memory", 67_108_864);
    var readingCodec = new ReadingBlockCodec();
    var activityCodec = new ActivityCodec();
    String readings = namespace.topic(Topic.READINGS);
    String activity = namespace.topic(Topic.ACTIVITY);
    var failed = new AtomicReference<@Nullable Exception>();
    Callback failure = (sent, problem) -> failed.compareAndSet(null, problem);
    long begin = System.nanoTime();
    try (var producer = kafka.producer(settings)) {
      for (long block = 0; block < blocksPerDevice; block++) {
        boolean last = block + 1 == blocksPerDevice;
        for (int d = 0; d < fleet.devices(); d++) {
          String key = fleet.name(d);
          byte[] value = readingCodec.encode(fleet.block(d, block, pollsPerBlock, last));
          var unused =
              producer.send(marking.apply(new ProducerRecord<>(readings, key, value)), failure);
          records++;
          if (last) {
            byte[] end = activityCodec.encodeEndOfTrace(fleet.name(d));
            unused =
                producer.send(marking.apply(new ProducerRecord<>(activity, key, end)), failure);
          }
        }
      }
    }
    sendNanos = System.nanoTime() - begin;
    if (failed.get() != null) {
      throw new IllegalStateException("the topics could not be filled", failed.get());
    }
  }

  public Namespace namespace() {
    return namespace;
  }

  public long readings() {
    return records * pollsPerBlock;
  }

  /** How fast they were made and sent, from the connection to the last acknowledgement. */
  public double sentReadingsPerSecond() {
    return readings() / (sendNanos * 1e-9);
  }

  /** Bytes of one reading in the log, as Kafka keeps it. */
  public double bytesPerReading() throws ExecutionException, InterruptedException {
    long bytes = 0;
    for (var logs : admin.describeLogDirs(List.of(1)).allDescriptions().get().values()) {
      for (var log : logs.values()) {
        for (var replica : log.replicaInfos().entrySet()) {
          if (replica.getKey().topic().equals(namespace.topic(Topic.READINGS))) {
            bytes += replica.getValue().size();
          }
        }
      }
    }
    return (double) bytes / readings();
  }

  /** Lets a job begin anew. */
  public void forget(String group) throws ExecutionException, InterruptedException {
    admin.deleteConsumerGroups(List.of(group)).all().get();
  }

  /** Readings that a job's group has committed. */
  public long committedReadings(String group) throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    long sum = 0;
    for (var offset : offsets.entrySet()) {
      if (offset.getKey().topic().equals(namespace.topic(Topic.READINGS))) {
        sum += offset.getValue().offset();
      }
    }
    return sum * pollsPerBlock;
  }

  /** Reads all readings and does nothing with them. */
  public double consumeOnlyReadingsPerSecond() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("max.poll.records", 10_000);
    settings.put("fetch.max.bytes", 64 << 20);
    settings.put("max.partition.fetch.bytes", 8 << 20);
    try (var reader = PartitionReader.ofBytes(kafka, settings)) {
      reader.addFromBeginning(reader.partitions(namespace.topic(Topic.READINGS)));
      long start = System.nanoTime();
      long seen = 0;
      while (seen < records) {
        seen += reader.poll(Duration.ofSeconds(1)).count();
      }
      return readings() / ((System.nanoTime() - start) * 1e-9);
    }
  }

  @Override
  public void close() {
    try {
      if (namespace.isReplay()) { // The live ones go with their broker.
        new TopicCreator(admin, 1).delete(namespace);
      }
    } finally {
      admin.close();
    }
  }
}
