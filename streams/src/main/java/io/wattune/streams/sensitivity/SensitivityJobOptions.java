package io.wattune.streams.sensitivity;

import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import java.time.Duration;

/**
 * How the sensitivity job runs.
 *
 * @param kafka how Kafka is reached
 * @param namespace which topics
 * @param parallelism tasks of each operator
 * @param settings how sensitivities are estimated
 * @param checkpointInterval how often the state is kept
 * @param longestBuffering how long a record may wait for others on its way through the job
 * @param start which counter readings it begins with when it has no state
 */
public record SensitivityJobOptions(
    KafkaAccess kafka,
    Namespace namespace,
    int parallelism,
    SensitivitySettings settings,
    Duration checkpointInterval,
    Duration longestBuffering,
    Start start)
    implements JobOptions {

  /** Which counter readings a job without state begins with. */
  public enum Start {
    /** Those that come from now on: old sensitivities are of no use to a control loop. */
    LATEST,
    /** All that the topic still has: for replay. */
    EARLIEST
  }

  public SensitivityJobOptions {
    JobOptions.check(parallelism, checkpointInterval, longestBuffering);
  }

  /** Options of a live job: records wait 5 ms for company, and old readings are left out. */
  public static SensitivityJobOptions live(
      KafkaAccess kafka, Namespace namespace, int parallelism, SensitivitySettings settings) {
    return new SensitivityJobOptions(
        kafka,
        namespace,
        parallelism,
        settings,
        Duration.ofSeconds(5),
        Duration.ofMillis(5),
        Start.LATEST);
  }
}
