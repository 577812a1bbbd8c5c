package io.wattune.streams.ledger;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
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
    Duration longestBuffering) {

  /** Buffers fill up before they are handed on: what Flink does when nothing is said. */
  public static final Duration FOR_THROUGHPUT = Duration.ofMillis(100);

  /**
   * Records wait some milliseconds for others: handing on each at once costs more on busy cores.
   */
  public static final Duration FOR_LATENCY = Duration.ofMillis(5);

  public LedgerJobOptions {
    check(parallelism, checkpointInterval, longestBuffering);
  }

  /** What the options of every job must be. */
  public static void check(
      int parallelism, Duration checkpointInterval, Duration longestBuffering) {
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
