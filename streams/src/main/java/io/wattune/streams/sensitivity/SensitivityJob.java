package io.wattune.streams.sensitivity;

import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.TopicSchemaExchange;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
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

  static final String PART = "sensitivity";

  /** Topics whose records the job writes. */
  static final List<Topic> WRITTEN = List.of(Topic.SENSITIVITIES, Topic.REJECTS);

  /** Some for company: without any, each record is a request to a busy broker. */
  private static final String LINGER_MILLIS = "5";

  private SensitivityJob() {}

  /** The consumer group in which the job commits what it has read. */
  public static String group(Namespace namespace) {
    return namespace.group(PART);
  }

  /**
   * Adds the job to an environment with a configuration of {@code LedgerJob.configure}.
   *
   * @param start which counter readings a job without state begins with: a control loop has no use
   *     for the sensitivities of old ones
   */
  public static void build(
      StreamExecutionEnvironment env,
      JobOptions options,
      SensitivitySettings settings,
      OffsetsInitializer start) {
    options.prepare(env);
    Namespace namespace = options.namespace();
    DataStream<InboundRecord> counters = read(env, options, Topic.COUNTERS, start);
    DataStream<InboundRecord> devices =
        read(env, options, Topic.DEVICES, OffsetsInitializer.earliest());
    counters
        .union(devices)
        .keyBy(InboundRecord::key, Types.STRING)
        .process(
            new SensitivityFunction(
                settings, namespace, new TopicSchemaExchange(options.kafka(), namespace)),
            TypeInformation.of(OutboundRecord.class))
        .name("sensitivity")
        .uid("sensitivity")
        .sinkTo(options.sink(WRITTEN, LINGER_MILLIS).build())
        .name("sensitivities, rejects")
        .uid("sensitivities-sink");
  }

  private static DataStream<InboundRecord> read(
      StreamExecutionEnvironment env, JobOptions options, Topic topic, OffsetsInitializer start) {
    return env.fromSource(
            options.source(PART, List.of(topic)).setStartingOffsets(start).build(),
            WatermarkStrategy.noWatermarks(),
            topic.label())
        .uid(topic.label());
  }
}
