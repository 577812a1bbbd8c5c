package io.wattune.streams.fleet;

import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.http.metric.MetricTable;
import io.wattune.streams.fleet.topology.FleetCounters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a fleet view does.
 *
 * @param state its state in one word
 * @param isRunning whether it sums now; it does not while parts change hands
 * @param isOver whether it has ended
 * @param counts what it has done, and what it owns
 * @param instances how many instances it knows of, itself among them
 * @param replacedThreads threads that failed and were replaced
 * @param lag records of each topic that it has still to read
 * @param lastFailure what failed last, if anything did
 */
public record FleetViewStatus(
    String state,
    boolean isRunning,
    boolean isOver,
    FleetCounters counts,
    int instances,
    long replacedThreads,
    Map<String, Long> lag,
    Optional<Throwable> lastFailure) {

  public FleetViewStatus {
    lag = Map.copyOf(lag);
  }

  /** What the health page shows. */
  public List<HealthCheck> checks() {
    HealthStatus status =
        isRunning ? HealthStatus.UP : isOver ? HealthStatus.DOWN : HealthStatus.DEGRADED;
    return List.of(
        new HealthCheck(
            "view",
            status,
            state
                + "; "
                + Math.round(counts.nodes.get())
                + " nodes here, "
                + instances
                + " instances, "
                + MetricTable.all(counts.rejected)
                + " records rejected, "
                + replacedThreads
                + " threads replaced"));
  }
}
