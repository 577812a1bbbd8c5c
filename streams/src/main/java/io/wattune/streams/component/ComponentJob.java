package io.wattune.streams.component;

import io.wattune.core.component.GivenModel;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.kafka.FetchSettings;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.TopicSchemaExchange;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

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

  static final String PART = "components";

  /** Topics whose records the job writes. */
  static final List<Topic> WRITTEN = List.of(Topic.COMPONENT_POWER, Topic.HEAT, Topic.REJECTS);

  /** What comes of one answer of the broker goes out in one request. */
  private static final String LINGER_MILLIS = "100";

  private ComponentJob() {}

  /** The consumer group in which the job commits what it has read. */
  public static String group(Namespace namespace) {
    return namespace.group(PART);
  }

  /**
   * Adds the job to an environment with a configuration of {@code LedgerJob.configure}.
   *
   * @param given what is known of components before anything is measured; null for nothing
   * @param plans floor plans of devices; those that none is for have a generic one
   */
  public static void build(
      StreamExecutionEnvironment env,
      JobOptions options,
      @Nullable GivenModel given,
      List<GivenPlan> plans) {
    options.prepare(env);
    Namespace namespace = options.namespace();
    env.fromSource(
            options
                .source(PART, List.of(Topic.POWER, Topic.COUNTERS))
                .setStartingOffsets(OffsetsInitializer.latest())
                .setProperties(unhurried())
                .build(),
            WatermarkStrategy.noWatermarks(),
            "power, counters")
        .uid("power-counters")
        .keyBy(InboundRecord::key, Types.STRING)
        .process(
            new ComponentFunction(
                given, plans, namespace, new TopicSchemaExchange(options.kafka(), namespace)),
            TypeInformation.of(OutboundRecord.class))
        .name("components")
        .uid("components")
        .sinkTo(options.sink(WRITTEN, LINGER_MILLIS).build())
        .name("component-power, rejects")
        .uid("component-power-sink");
  }

  /** No decision waits for the split of a device's power. */
  private static Properties unhurried() {
    var properties = new Properties();
    properties.putAll(FetchSettings.UNHURRIED);
    return properties;
  }
}
