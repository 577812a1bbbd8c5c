package io.wattune.streams.ledger;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.TopicSchemaExchange;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.OutputTag;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/**
 * The ledger job.
 *
 * <pre>
 * readings, activity -> by device -> DeviceLedger -> energy                     (exactly once)
 *                                      -> power, smoothed, profiles, rejects   (at least once)
 * </pre>
 *
 * Records stay bytes up to the device's own task. Partitions are read in step ({@link
 * AppendTimes}); nothing else depends on watermarks or on a machine's clock. Operator uids and
 * state names are stable across releases.
 */
public final class LedgerJob {
  /** Name of the job, without its namespace. */
  public static final String NAME = "wattune-ledger";

  /** The name of its source. */
  public static final String SOURCE = "readings";

  /** All that the job's function puts out but energy. */
  public static final OutputTag<OutboundRecord> OTHERS =
      new OutputTag<>("others", TypeInformation.of(OutboundRecord.class));

  static final String PART = "ledger";

  /** Topics whose records the job writes. */
  static final List<Topic> WRITTEN =
      List.of(Topic.ENERGY, Topic.POWER, Topic.SMOOTHED, Topic.PROFILES, Topic.REJECTS);

  private static final String TRANSACTION_TIMEOUT_MILLIS = "600000";

  /** Power is looked at as it comes: a few milliseconds for company. */
  private static final String LINGER_MILLIS = "5";

  /** Energy cannot be seen before its checkpoint, which flushes: waiting for company is free. */
  private static final String ENERGY_LINGER_MILLIS = "100";

  /** A partition that must wait for others is read on to the end of what was fetched at once. */
  private static final String RECORDS_AT_ONCE = "100";

  /** All that was fetched of one is read before any of another. */
  private static final String BYTES_AT_ONCE = "262144";

  private static final String BATCH_BYTES = "262144";

  private LedgerJob() {}

  /** What a job of ours needs of Flink's configuration, wherever it runs. */
  public static void configure(Configuration configuration) {
    // A type that would fall back to Kryo fails the job at once: state must stay readable.
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
  }

  /** The consumer group in which the job commits what it has read. */
  public static String group(Namespace namespace) {
    return namespace.group(PART);
  }

  /** Adds the job to an environment that was made with {@link #configure}d configuration. */
  public static void build(
      StreamExecutionEnvironment env, JobOptions options, LedgerSettings settings) {
    var exchange = new TopicSchemaExchange(options.kafka(), options.namespace());
    var function = new LedgerFunction(settings, options.namespace(), exchange);
    build(env, options, PART, function);
  }

  /**
   * Adds the same job around another function, in a group of its own: what a benchmark compares the
   * ledger with.
   *
   * @param part names the group and the transactions
   * @param function puts energy out, and all else to {@link #OTHERS}
   */
  public static void build(
      StreamExecutionEnvironment env,
      JobOptions options,
      String part,
      KeyedProcessFunction<String, InboundRecord, OutboundRecord> function) {
    build(env, options, part, function, AppendTimes.AHEAD);
  }

  /**
   * The same, where partitions are read in closer step.
   *
   * @param ahead how far a partition is read ahead of the one that is most behind
   */
  public static void build(
      StreamExecutionEnvironment env,
      JobOptions options,
      String part,
      KeyedProcessFunction<String, InboundRecord, OutboundRecord> function,
      Duration ahead) {
    options.prepare(env);
    SingleOutputStreamOperator<OutboundRecord> energy =
        env.fromSource(
                source(options, part),
                AppendTimes.inStep(options.namespace().group(part), ahead),
                SOURCE)
            .uid("readings-and-activities")
            .keyBy(InboundRecord::key, Types.STRING)
            .process(function, TypeInformation.of(OutboundRecord.class))
            .name(part)
            .uid(part);
    energy.sinkTo(energySink(options, part)).name("energy").uid("energy-sink");
    energy
        .getSideOutput(OTHERS)
        .sinkTo(othersSink(options))
        .name("power, profiles, rejects")
        .uid("others-sink");
  }

  @SuppressWarnings("deprecation") // the connector takes no other type yet
  private static KafkaSource<InboundRecord> source(JobOptions options, String part) {
    return options
        .source(part, List.of(Topic.READINGS, Topic.ACTIVITY))
        .setStartingOffsets(OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST))
        .setProperty("max.poll.records", RECORDS_AT_ONCE)
        .setProperty("max.partition.fetch.bytes", BYTES_AT_ONCE)
        .build();
  }

  private static KafkaSink<OutboundRecord> energySink(JobOptions options, String part) {
    return options
        .sink(List.of(Topic.ENERGY), ENERGY_LINGER_MILLIS)
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(options.namespace().transactionalIdPrefix(part))
        .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
        .setProperty("batch.size", BATCH_BYTES)
        .setProperty("transaction.timeout.ms", TRANSACTION_TIMEOUT_MILLIS)
        .build();
  }

  private static KafkaSink<OutboundRecord> othersSink(JobOptions options) {
    return options
        .sink(WRITTEN.subList(1, WRITTEN.size()), LINGER_MILLIS)
        .setProperty("batch.size", BATCH_BYTES)
        .build();
  }
}
