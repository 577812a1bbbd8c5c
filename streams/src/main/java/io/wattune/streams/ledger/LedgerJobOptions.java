package io.wattune.streams.ledger;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;

/**
 * How the ledger job runs.
 *
 * @param bootstrapServers Kafka's addresses
 * @param namespace which topics
 * @param parallelism tasks of each operator
 * @param settings how the ledger is kept
 * @param checkpointInterval how often energy is committed
 */
public record LedgerJobOptions(
    String bootstrapServers,
    Namespace namespace,
    int parallelism,
    LedgerSettings settings,
    Duration checkpointInterval) {

  public LedgerJobOptions {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism must be at least 1, was " + parallelism);
    }
    if (checkpointInterval.toMillis() < 10) {
      throw new IllegalArgumentException(
          "checkpointInterval must be at least 10 ms, was " + checkpointInterval);
    }
  }
}
