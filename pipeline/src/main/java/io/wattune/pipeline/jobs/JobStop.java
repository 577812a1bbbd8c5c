package io.wattune.pipeline.jobs;

import io.wattune.schemas.failure.EngineException;
import io.wattune.embedded.flink.ClusterJob;
import io.wattune.embedded.flink.FlinkCluster;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stops jobs so that the next ones can go on from where they stood. */
final class JobStop {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration STARTING = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(200);

  private final FlinkCluster flink;

  JobStop(FlinkCluster flink) {
    this.flink = flink;
  }

  /**
   * Stops a job.
   *
   * @param folder where its state is kept; null for the cluster's own folder of savepoints
   * @return where its state was kept; empty where it does not run
   */
  Optional<String> stop(WattuneJob job, @Nullable String folder)
      throws EngineException, InterruptedException {
    Optional<ClusterJob> running = JobStart.running(flink, job);
    if (running.isEmpty()) {
      return Optional.empty();
    }
    awaitWhole(job);
    String id = running.get().id();
    String request = flink.stop(id, folder == null ? null : folder + "/savepoints");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Optional<String> place = flink.savepoint(id, request);
    while (place.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            job.jobName() + " has not stopped within " + PATIENCE.toMinutes() + " min");
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
