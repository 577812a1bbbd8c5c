package io.wattune.streams.component;

import io.wattune.core.component.GivenModel;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the components job runs.
 *
 * @param kafka how Kafka is reached
 * @param namespace which topics
 * @param parallelism tasks of each operator
 * @param checkpointInterval how often the state is kept
 * @param given what is known of components before anything is measured; null for nothing
 * @param plans floor plans of devices; those that none is for have a generic one
 */
public record ComponentJobOptions(
    KafkaAccess kafka,
    Namespace namespace,
    int parallelism,
    Duration checkpointInterval,
    @Nullable GivenModel given,
    List<GivenPlan> plans)
    implements JobOptions {

  public ComponentJobOptions {
    plans = List.copyOf(plans);
    JobOptions.check(parallelism, checkpointInterval, Duration.ZERO);
  }

  @Override
  public Duration longestBuffering() {
    return Duration.ofMillis(50);
  }

  /** Options of a live job. */
  public static ComponentJobOptions live(
      KafkaAccess kafka,
      Namespace namespace,
      int parallelism,
      @Nullable GivenModel given,
      List<GivenPlan> plans) {
    return new ComponentJobOptions(
        kafka, namespace, parallelism, Duration.ofSeconds(10), given, plans);
  }
}
