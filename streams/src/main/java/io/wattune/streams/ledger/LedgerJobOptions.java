package io.wattune.streams.ledger;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import java.time.Duration;

/**
 * How the ledger job runs.
 *
 * @param kafka how Kafka is reached
 * @param namespace which topics
 * @param parallelism tasks of each operator
 * @param settings how the ledger is kept
 * @param checkpointInterval how often energy is committed
 * @param longestBuffering how long a record may wait for others on its way through the job: {@link
 *     #FOR_THROUGHPUT} for replay; {@link #FOR_LATENCY} where a control loop waits for true power
 */
public record LedgerJobOptions(
    KafkaAccess kafka,
    Namespace namespace,
    int parallelism,
    LedgerSettings settings,
    Duration checkpointInterval,
    Duration longestBuffering)
    implements JobOptions {

  /** Buffers fill up before they are handed on: what Flink does when nothing is said. */
  public static final Duration FOR_THROUGHPUT = Duration.ofMillis(100);

  /**
   * Records wait some milliseconds for others: handing on each at once costs more on busy cores.
   */
  public static final Duration FOR_LATENCY = Duration.ofMillis(5);

  public LedgerJobOptions {
    JobOptions.check(parallelism, checkpointInterval, longestBuffering);
  }

  /** Options for throughput. */
  public LedgerJobOptions(
      KafkaAccess kafka,
      Namespace namespace,
      int parallelism,
      LedgerSettings settings,
      Duration checkpointInterval) {
    this(kafka, namespace, parallelism, settings, checkpointInterval, FOR_THROUGHPUT);
  }

  /** The same for latency. */
  public LedgerJobOptions forLatency() {
    return new LedgerJobOptions(
        kafka, namespace, parallelism, settings, checkpointInterval, FOR_LATENCY);
  }
}
