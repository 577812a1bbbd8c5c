package io.wattune.pipeline.jobs;

import io.wattune.core.ledger.DetectedDevices;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.kafka.KafkaAccess;
import io.wattune.pipeline.component.GivenComponents;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs run where.
 *
 * @param kafka how Kafka is reached
 * @param jobs which ones, each once
 * @param smoothed whether the ledger job puts out smoothed power too
 * @param detects the devices of which the ledger job detects loads
 * @param profiles what the ledger job is given of devices' sensors
 * @param sensitivity how sensitivities are estimated
 * @param components what the components job is given to begin with
 * @param parallelism tasks of each operator
 * @param checkpointInterval how often energy is committed
 * @param checkpointFolder URI of the folder below which each job has its own; null for the
 *     cluster's
 * @param from what a job goes on from
 */
public record JobsOptions(
    KafkaAccess kafka,
    List<WattuneJob> jobs,
    boolean smoothed,
    DetectedDevices detects,
    ProfileChoice profiles,
    SensitivitySettings sensitivity,
    GivenComponents components,
    int parallelism,
    Duration checkpointInterval,
    @Nullable String checkpointFolder,
    From from) {

  public JobsOptions {
    jobs = jobs.stream().distinct().toList();
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException("jobs must name a job, was empty");
    }
  }

  /** The options of one job. */
  JobOptions job(Duration checkpointInterval, Duration longestBuffering) {
    return new JobOptions(
        kafka, Namespace.live(), parallelism, checkpointInterval, longestBuffering);
  }

  /** The folder of one job's checkpoints; null for the cluster's. */
  public @Nullable String folderOf(WattuneJob job) {
    String folder = checkpointFolder;
    return folder == null ? null : folder.replaceFirst("/+$", "") + "/" + job.jobName();
  }

  /**
   * What a job goes on from.
   *
   * @param text {@code latest}, {@code none}, or the path of one checkpoint or savepoint
   */
  public record From(String text) {
    public static final From LATEST = new From("latest");

    private static final String NONE = "none";

    boolean isLatest() {
      return equals(LATEST);
    }

    public boolean isPath() {
      return !isLatest() && !text.equals(NONE);
    }
  }
}
