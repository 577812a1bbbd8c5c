package io.wattune.launcher.jobs;

import io.wattune.launcher.flink.ClusterJob;
import io.wattune.launcher.flink.FlinkCluster;
import io.wattune.launcher.flink.FlinkClusterException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stops jobs so that the next ones can go on from where they stood. */
final class JobStop {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
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
      throws FlinkClusterException, InterruptedException {
    Optional<ClusterJob> running = JobStart.running(flink, job);
    if (running.isEmpty()) {
      return Optional.empty();
    }
    String id = running.get().id();
    String request = flink.stop(id, folder == null ? null : folder + "/savepoints");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    var never = new CountDownLatch(1);
    Optional<String> place = flink.savepoint(id, request);
    while (place.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            job.jobName() + " has not stopped within " + PATIENCE.toMinutes() + " min");
      }
      boolean unused = never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      place = flink.savepoint(id, request);
    }
    return place;
  }
}
