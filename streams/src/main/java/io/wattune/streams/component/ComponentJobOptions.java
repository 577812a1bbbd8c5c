package io.wattune.streams.component;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;

/**
 * How the components job runs.
 *
 * @param kafka how Kafka is reached
 * @param namespace which topics
 * @param parallelism tasks of each operator
 * @param checkpointInterval how often the state is kept
 */
public record ComponentJobOptions(
    KafkaAccess kafka, Namespace namespace, int parallelism, Duration checkpointInterval) {

  public ComponentJobOptions {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism must be at least 1, was " + parallelism);
    }
    if (checkpointInterval.toMillis() < 10) {
      throw new IllegalArgumentException(
          "checkpointInterval must be at least 10 ms, was " + checkpointInterval);
    }
  }

  /** Options of a live job. */
  public static ComponentJobOptions live(KafkaAccess kafka, Namespace namespace, int parallelism) {
    return new ComponentJobOptions(kafka, namespace, parallelism, Duration.ofSeconds(10));
  }
}
