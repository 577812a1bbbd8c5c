package io.wattune.pipeline.jobs;

import io.wattune.embedded.flink.ClusterJob;
import io.wattune.embedded.flink.FlinkCluster;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.SavedState;
import io.wattune.embedded.flink.StateSearch;
import io.wattune.schemas.failure.EngineException;
import io.wattune.streams.ledger.LedgerJob;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.jspecify.annotations.Nullable;

/** Submits the jobs that do not run yet, each from the newest state that there is of it. */
final class JobStart {
  private final FlinkCluster flink;
  private final JobSubmitter submitter;
  private final JobsOptions options;
  private final Consumer<String> messages;

  JobStart(
      FlinkCluster flink, JobSubmitter submitter, JobsOptions options, Consumer<String> messages) {
    this.flink = flink;
    this.submitter = submitter;
    this.options = options;
    this.messages = messages;
  }

  /** Makes sure that a job runs; returns its id. */
  String start(WattuneJob job) throws EngineException, JobFailedException {
    Optional<ClusterJob> running = running(flink, job);
    if (running.isPresent()) {
      messages.accept(
          job.jobName()
              + " is there already, as job "
              + running.get().id()
              + " ("
              + running.get().state()
              + "); it is not submitted again");
      return running.get().id();
    }
    String state = state(job);
    String id =
        submitter
            .submit(
                job.jobName(),
                configuration -> configure(configuration, job, state),
                environment -> job.build(environment, options))
            .id()
            .toString();
    messages.accept(
        job.jobName()
            + " was submitted as job "
            + id
            + (state == null ? ", without earlier state" : ", and goes on from " + state));
    return id;
  }

  /** The job of this name that has not ended. */
  static Optional<ClusterJob> running(FlinkCluster flink, WattuneJob job) throws EngineException {
    return flink.jobs().stream()
        .filter(each -> each.name().equals(job.jobName()) && !each.hasEnded())
        .findFirst();
  }

  private @Nullable String state(WattuneJob job) throws EngineException {
    JobsOptions.From from = options.from();
    if (from.isPath()) {
      return from.text();
    }
    return from.isLatest()
        ? StateSearch.newest(flink, job.jobName(), options.folderOf(job))
            .map(SavedState::path)
            .orElse(null)
        : null;
  }

  private void configure(Configuration configuration, WattuneJob job, @Nullable String state) {
    LedgerJob.configure(configuration);
    // What a job leaves behind is what the next one goes on from.
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    String folder = options.folderOf(job);
    if (folder != null) {
      configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
      configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder);
    }
    if (state != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, state);
    }
  }
}
