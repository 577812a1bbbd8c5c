package io.wattune.streams.sensitivity;

import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.InboundDeserializer;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.OutboundSerializer;
import io.wattune.streams.kafka.TopicSchemaExchange;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The sensitivity job.
 *
 * <pre>
 * counters, devices -> by device -> SensitivityEstimator -> sensitivities, rejects (at least once)
 * </pre>
 *
 * Records stay bytes up to the device's own task. Made for a control loop: nothing waits for
 * transactions, for more than 5 ms for other records, or for a checkpoint's barriers. Readings that
 * come again after a failure are recognized by their numbers, so what was estimated does not
 * change. Nothing depends on watermarks or on the machine's clock. Operator uids and state names
 * are stable across releases.
 */
public final class SensitivityJob {
  /** Name of the job, without its namespace. */
  public static final String NAME = "wattune-sensitivity";

  private static final String PART = "sensitivity";

  private SensitivityJob() {}

  /** The consumer group in which the job commits what it has read. */
  public static String group(Namespace namespace) {
    return namespace.group(PART);
  }

  /** Adds the job to an environment with a configuration of {@code LedgerJob.configure}. */
  public static void build(StreamExecutionEnvironment env, SensitivityJobOptions options) {
    env.setParallelism(options.parallelism());
    // The state exactly once, though the sink repeats: read twice, a reading would be rejected.
    env.enableCheckpointing(
        options.checkpointInterval().toMillis(), CheckpointingMode.EXACTLY_ONCE);
    env.setBufferTimeout(options.longestBuffering().toMillis());
    Namespace namespace = options.namespace();
    SensitivityTopics topics = SensitivityTopics.in(namespace);

    DataStream<InboundRecord> counters =
        env.fromSource(
                source(options, topics.counters(), start(options)),
                WatermarkStrategy.noWatermarks(),
                "counters")
            .uid("counters");
    DataStream<InboundRecord> devices =
        env.fromSource(
                source(options, topics.devices(), OffsetsInitializer.earliest()),
                WatermarkStrategy.noWatermarks(),
                "devices")
            .uid("devices");
    counters
        .union(devices)
        .keyBy(InboundRecord::key, Types.STRING)
        .process(
            new SensitivityFunction(
                options.settings(),
                topics,
                new TopicSchemaExchange(options.kafka(), namespace.prefix())),
            TypeInformation.of(OutboundRecord.class))
        .name("sensitivity")
        .uid("sensitivity")
        .sinkTo(sink(options, topics))
        .name("sensitivities, rejects")
        .uid("sensitivities-sink");
  }

  private static OffsetsInitializer start(SensitivityJobOptions options) {
    return switch (options.start()) {
      case LATEST -> OffsetsInitializer.latest();
      case EARLIEST -> OffsetsInitializer.earliest();
    };
  }

  private static KafkaSource<InboundRecord> source(
      SensitivityJobOptions options, String topic, OffsetsInitializer start) {
    return KafkaSource.<InboundRecord>builder()
        .setProperties(options.kafka().readerProperties())
        .setTopics(List.of(topic))
        .setGroupId(group(options.namespace()))
        .setStartingOffsets(start)
        .setDeserializer(new InboundDeserializer())
        .build();
  }

  private static KafkaSink<OutboundRecord> sink(
      SensitivityJobOptions options, SensitivityTopics topics) {
    Properties producer = options.kafka().properties();
    producer.setProperty("compression.type", "lz4");
    // Some milliseconds for company: without any, each record is a request to a busy broker.
    producer.setProperty("linger.ms", "5");
    return KafkaSink.<OutboundRecord>builder()
        .setRecordSerializer(
            new OutboundSerializer(List.of(topics.sensitivities(), topics.rejects())))
        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .setKafkaProducerConfig(producer)
        .build();
  }
}
