package io.wattune.pipeline.jobs;

import io.wattune.embedded.flink.FlinkCluster;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.schemas.failure.EngineException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The jobs that were asked for, all of them, on a cluster that runs already. */
public final class JobsOnCluster {
  /** It may start beside its cluster, as it may beside its broker. */
  private static final Duration FLINK_PATIENCE = Duration.ofSeconds(30);

  private final FlinkCluster flink;
  private final JobsOptions options;
  private final Consumer<String> messages;

  /** Makes the topics that the jobs need. */
  @FunctionalInterface
  public interface Topics {
    /** Creates what is missing. */
    void create() throws EngineException;
  }

  /**
   * Of a cluster.
   *
   * @param messages what was done, a line each
   */
  public JobsOnCluster(FlinkCluster flink, JobsOptions options, Consumer<String> messages) {
    this.flink = flink;
    this.options = options;
    this.messages = messages;
  }

  /**
   * Makes sure that all of them run; the topics are created when it is known that they can.
   *
   * @return the jobs' names by id
   */
  public Map<String, String> start(JobSubmitter submitter, Topics topics)
      throws EngineException, JobFailedException, InterruptedException {
    try {
      flink.awaitAnswer(Duration.ZERO);
    } catch (EngineException e) {
      messages.accept(
          "Waiting up to %d s: %s".formatted(FLINK_PATIENCE.toSeconds(), e.getMessage()));
    }
    flink.awaitAnswer(FLINK_PATIENCE);
    if (options.jobs().contains(WattuneJob.LEDGER)
        && JobStart.running(flink, WattuneJob.LEDGER).isEmpty()) {
      Optional<String> refusal = ClusterSettings.of(flink).againstTheLedger();
      if (refusal.isPresent()) {
        throw EngineException.failed(
            WattuneJob.LEDGER.jobName() + " was not submitted: " + refusal.get());
      }
    }
    int free = flink.freeSlots();
    topics.create();
    var start = new JobStart(flink, submitter, options, messages);
    var started = new LinkedHashMap<String, String>();
    int needed = 0;
    for (WattuneJob job : options.jobs()) {
      needed += JobStart.running(flink, job).isPresent() ? 0 : options.parallelism();
      started.put(start.start(job), job.jobName());
    }
    if (needed > free) {
      messages.accept(
          "The cluster had " + free + " free slots for " + needed + " tasks: jobs wait for more.");
    }
    return started;
  }

  /** Stops all that run, each with a savepoint. */
  public void stop() throws EngineException, InterruptedException {
    boolean isAnyThere = false;
    for (WattuneJob job : options.jobs()) {
      isAnyThere |= JobStart.running(flink, job).isPresent();
    }
    if (isAnyThere
        && options.checkpointFolder() == null
        && !ClusterSettings.of(flink).hasSavepointFolder()) {
      throw EngineException.failed(
          "no job was stopped: there is no folder for their savepoints; say --checkpoint-dir as when"
              + " they were submitted, or set execution.checkpointing.savepoint-dir in Flink's"
              + " configuration");
    }
    for (WattuneJob job : options.jobs()) {
      Optional<String> place = new JobStop(flink).stop(job, options.folderOf(job));
      messages.accept(
          job.jobName()
              + place.map(at -> " was stopped; its state is " + at).orElse(" does not run"));
    }
  }
}
