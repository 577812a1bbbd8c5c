package io.wattune.replay;

import io.wattune.core.ledger.Activity;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.KafkaAccess;
import io.wattune.replay.publish.Pacer;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.ledger.LedgerJob;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Holds a replay back until the job has read what was sent before. Between two topics there is no
 * order: a job that reads hours of readings at full speed may see an activity only when it is long
 * past. So after each stretch of event time everything must have been read; the offsets that the
 * job commits with its checkpoints show that. Not for several threads.
 *
 * <p>Flink's Kafka reader commits between two polls, and a poll without records lasts ten seconds.
 * So while it is waited, an activity that the job knows is sent again to each partition, which ends
 * the polls and which the job ignores.
 */
final class JobReading implements Pacer, AutoCloseable {
  private static final long STEP_MILLIS = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long ANSWER_SECONDS = 30;

  private final Admin admin;
  private final Namespace namespace;
  private final long stretchNanos;
  private final Producer<String, byte[]> producer;
  private final RunningJob job;
  private final Activity known;
  private final byte[] knownBytes;
  private boolean hasBegun;
  private long fromNanos;

  /**
   * Prepares.
   *
   * @param stretchNanos event time that may be sent before everything must have been read
   * @param producer what everything is sent with
   * @param longest an activity that lasts as long as the replay
   * @param job looked after while it is waited for
   */
  JobReading(
      KafkaAccess kafka,
      Namespace namespace,
      long stretchNanos,
      Producer<String, byte[]> producer,
      Activity longest,
      RunningJob job) {
    this.admin = kafka.admin(Map.of());
    this.namespace = namespace;
    this.stretchNanos = stretchNanos;
    this.producer = producer;
    this.known = longest;
    this.knownBytes = new ActivityCodec().encode(longest.atItsStart());
    this.job = job;
  }

  @Override
  public void await(long eventNanos) throws InterruptedException, JobFailedException {
    if (!hasBegun) {
      hasBegun = true;
      fromNanos = eventNanos;
    } else if (eventNanos - fromNanos >= stretchNanos) {
      producer.flush();
      awaitRead(ends());
      fromNanos = eventNanos;
    }
  }

  private void awaitRead(Map<TopicPartition, Long> ends)
      throws InterruptedException, JobFailedException {
    long sinceNanos = System.nanoTime();
    while (!isRead(ends)) {
      job.check();
      if (System.nanoTime() - sinceNanos > PATIENCE.toNanos()) {
        throw new JobFailedException(
            "the job has not read what was sent to it for "
                + PATIENCE.toSeconds()
                + " s; does its cluster have free slots, and can it reach the broker?",
            new TimeoutException());
      }
      wake();
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    }
  }

  /** Each task of the job reads one partition of the topic. */
  private void wake() {
    String topic = namespace.topic(Topic.ACTIVITY);
    for (PartitionInfo part : producer.partitionsFor(topic)) {
      var unused =
          producer.send(new ProducerRecord<>(topic, part.partition(), known.device(), knownBytes));
    }
  }

  private boolean isRead(Map<TopicPartition, Long> ends)
      throws InterruptedException, JobFailedException {
    var read =
        answer(
            admin
                .listConsumerGroupOffsets(LedgerJob.group(namespace))
                .partitionsToOffsetAndMetadata());
    return ends.entrySet().stream()
        .allMatch(
            end -> {
              var offset = read.get(end.getKey());
              return offset != null && offset.offset() >= end.getValue();
            });
  }

  /** The ends of all partitions that hold something. */
  private Map<TopicPartition, Long> ends() throws InterruptedException, JobFailedException {
    List<String> topics = List.of(namespace.topic(Topic.READINGS), namespace.topic(Topic.ACTIVITY));
    Map<TopicPartition, OffsetSpec> partitions =
        answer(admin.describeTopics(topics).allTopicNames()).values().stream()
            .flatMap(
                topic ->
                    topic.partitions().stream()
                        .map(part -> new TopicPartition(topic.name(), part.partition())))
            .collect(Collectors.toMap(Function.identity(), part -> OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    answer(admin.listOffsets(partitions).all())
        .forEach(
            (partition, end) -> {
              if (end.offset() > 0) {
                ends.put(partition, end.offset());
              }
            });
    return ends;
  }

  private static <T> T answer(KafkaFuture<T> question)
      throws InterruptedException, JobFailedException {
    try {
      return question.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new JobFailedException("the broker does not say how far the job has read: " + e, e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
