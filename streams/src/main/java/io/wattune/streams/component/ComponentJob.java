package io.wattune.streams.component;

import io.wattune.kafka.FetchSettings;
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
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The components job.
 *
 * <pre>
 * power, counters -> by device -> ComponentEstimator -> component-power, rejects (at least once)
 *                             -> HeatFollower -> heat
 * </pre>
 *
 * Records stay bytes up to the device's own task. For people, not for a control loop: records may
 * wait for company. A job without state begins with what comes from now on; what it has learned of
 * devices is in its state. Operator uids and state names are stable across releases.
 */
public final class ComponentJob {
  /** Name of the job, without its namespace. */
  public static final String NAME = "wattune-components";

  private static final String PART = "components";
  private static final int BUFFERING_MILLIS = 50;

  /** What comes of one answer of the broker goes out in one request. */
  private static final String LINGER_MILLIS = "100";

  private ComponentJob() {}

  /** The consumer group in which the job commits what it has read. */
  public static String group(Namespace namespace) {
    return namespace.group(PART);
  }

  /** Adds the job to an environment with a configuration of {@code LedgerJob.configure}. */
  public static void build(StreamExecutionEnvironment env, ComponentJobOptions options) {
    env.setParallelism(options.parallelism());
    // The state exactly once, though the sink repeats: read twice, a reading would count twice.
    env.enableCheckpointing(
        options.checkpointInterval().toMillis(), CheckpointingMode.EXACTLY_ONCE);
    env.setBufferTimeout(BUFFERING_MILLIS);
    Namespace namespace = options.namespace();
    ComponentTopics topics = ComponentTopics.in(namespace);
    env.fromSource(
            source(options, List.of(topics.power(), topics.counters())),
            WatermarkStrategy.noWatermarks(),
            "power, counters")
        .uid("power-counters")
        .keyBy(InboundRecord::key, Types.STRING)
        .process(
            new ComponentFunction(
                options.given(),
                options.plans(),
                topics,
                new TopicSchemaExchange(options.kafka(), namespace.prefix())),
            TypeInformation.of(OutboundRecord.class))
        .name("components")
        .uid("components")
        .sinkTo(sink(options, topics))
        .name("component-power, rejects")
        .uid("component-power-sink");
  }

  private static KafkaSource<InboundRecord> source(
      ComponentJobOptions options, List<String> topics) {
    return KafkaSource.<InboundRecord>builder()
        .setProperties(options.kafka().readerProperties())
        .setTopics(topics)
        .setGroupId(group(options.namespace()))
        .setStartingOffsets(OffsetsInitializer.latest())
        .setDeserializer(new InboundDeserializer())
        .setProperties(unhurried())
        .build();
  }

  /** No decision waits for the split of a device's power. */
  private static Properties unhurried() {
    var properties = new Properties();
    properties.putAll(FetchSettings.UNHURRIED);
    return properties;
  }

  private static KafkaSink<OutboundRecord> sink(
      ComponentJobOptions options, ComponentTopics topics) {
    Properties producer = options.kafka().properties();
    producer.setProperty("compression.type", "lz4");
    producer.setProperty("linger.ms", LINGER_MILLIS);
    return KafkaSink.<OutboundRecord>builder()
        .setRecordSerializer(
            new OutboundSerializer(
                List.of(topics.componentPower(), topics.heat(), topics.rejects())))
        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .setKafkaProducerConfig(producer)
        .build();
  }
}
