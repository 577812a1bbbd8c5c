package io.wattune.pipeline.jobs;

import io.wattune.embedded.flink.ClusterJob;
import io.wattune.embedded.flink.FlinkCluster;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.schemas.failure.EngineException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The jobs that were asked for, all of them, on a cluster that runs already. */
public final class JobsOnCluster {
  /** It may start beside its cluster, as it may beside its broker. */
  private static final Duration FLINK_PATIENCE = Duration.ofSeconds(30);

  private static final Duration STOPPING = Duration.ofMinutes(10);
  private static final Duration STARTING = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(200);

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
      Optional<String> place = stop(job, options.folderOf(job));
      messages.accept(
          job.jobName()
              + place.map(at -> " was stopped; its state is " + at).orElse(" does not run"));
    }
  }

  /**
   * Stops a job so that the next one can go on from where it stood.
   *
   * @param folder where its state is kept; null for the cluster's own folder of savepoints
   * @return where its state was kept; empty where it does not run
   */
  private Optional<String> stop(WattuneJob job, @Nullable String folder)
      throws EngineException, InterruptedException {
    Optional<ClusterJob> running = JobStart.running(flink, job);
    if (running.isEmpty()) {
      return Optional.empty();
    }
    awaitWhole(job);
    String id = running.get().id();
    String request = flink.stop(id, folder == null ? null : folder + "/savepoints");
    long deadline = System.nanoTime() + STOPPING.toNanos();
    Optional<String> place = flink.savepoint(id, request);
    while (place.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            job.jobName() + " has not stopped within " + STOPPING.toMinutes() + " min");
      }
      pause();
      place = flink.savepoint(id, request);
    }
    return place;
  }

  /**
   * Flink refuses to keep the state of a job of which a task does not run, as just after its
   * submission. After some patience it may say so itself.
   */
  private void awaitWhole(WattuneJob job) throws EngineException, InterruptedException {
    long deadline = System.nanoTime() + STARTING.toNanos();
    while (JobStart.running(flink, job).filter(each -> !each.isWhole()).isPresent()
        && System.nanoTime() - deadline < 0) {
      pause();
    }
  }

  private static void pause() throws InterruptedException {
    boolean unused = new CountDownLatch(1).await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
  }
}
