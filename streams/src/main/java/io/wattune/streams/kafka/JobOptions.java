package io.wattune.streams.kafka;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * How a job runs, and what follows from that for its two ends.
 *
 * @param kafka how Kafka is reached
 * @param namespace which topics
 * @param parallelism tasks of each operator
 * @param checkpointInterval how often the state is kept, and what goes out in transactions is
 *     committed
 * @param longestBuffering how long a record may wait for others on its way through the job: {@link
 *     #FOR_THROUGHPUT} for replay; {@link #FOR_LATENCY} where a control loop waits for true power
 */
public record JobOptions(
    KafkaAccess kafka,
    Namespace namespace,
    int parallelism,
    Duration checkpointInterval,
    Duration longestBuffering) {

  /** Buffers fill up before they are handed on: what Flink does when nothing is said. */
  public static final Duration FOR_THROUGHPUT = Duration.ofMillis(100);

  /**
   * Records wait some milliseconds for others: handing on each at once costs more on busy cores.
   */
  public static final Duration FOR_LATENCY = Duration.ofMillis(5);

  public JobOptions {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism must be at least 1, was " + parallelism);
    }
    if (checkpointInterval.toMillis() < 10) {
      throw new IllegalArgumentException(
          "checkpointInterval must be at least 10 ms, was " + checkpointInterval);
    }
    if (longestBuffering.isNegative()) {
      throw new IllegalArgumentException(
          "longestBuffering must not be negative, was " + longestBuffering);
    }
  }

  /**
   * Prepares an environment. The state is kept exactly once, also where a sink repeats: read twice,
   * a reading would be rejected, or count twice.
   */
  public void prepare(StreamExecutionEnvironment env) {
    env.setParallelism(parallelism);
    env.enableCheckpointing(checkpointInterval.toMillis(), CheckpointingMode.EXACTLY_ONCE);
    env.setBufferTimeout(longestBuffering.toMillis());
  }

  /** Reads topics as one part of Wattune; where it begins is left to say. */
  public KafkaSourceBuilder<InboundRecord> source(String part, List<Topic> topics) {
    return KafkaSource.<InboundRecord>builder()
        .setProperties(kafka.readerProperties())
        .setTopics(topics.stream().map(namespace::topic).toList())
        .setGroupId(namespace.group(part))
        .setDeserializer(new InboundDeserializer());
  }

  /**
   * Writes topics, each record at least once.
   *
   * @param lingerMillis how long a record waits for company
   */
  public KafkaSinkBuilder<OutboundRecord> sink(List<Topic> topics, String lingerMillis) {
    Properties producer = kafka.properties();
    producer.setProperty("compression.type", "lz4");
    producer.setProperty("linger.ms", lingerMillis);
    return KafkaSink.<OutboundRecord>builder()
        .setRecordSerializer(new OutboundSerializer(topics.stream().map(namespace::topic).toList()))
        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .setKafkaProducerConfig(producer);
  }
}
