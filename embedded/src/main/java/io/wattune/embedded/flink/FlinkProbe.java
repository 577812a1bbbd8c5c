package io.wattune.embedded.flink;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.FlinkMetrics;
import io.wattune.http.metric.MetricValues;
import java.util.List;

/** Looks at a Flink cluster through its REST interface; its jobs are {@link JobsProbe}'s. */
public final class FlinkProbe implements PartProbe {
  private final FlinkCluster flink;

  /** A probe of a cluster. */
  public FlinkProbe(FlinkAccess access) {
    flink = new FlinkCluster(access);
  }

  @Override
  public String part() {
    return FlinkMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    try {
      ClusterSize size = flink.size();
      values.put(FlinkMetrics.SLOTS, size.slots());
      values.put(FlinkMetrics.SLOTS_FREE, size.freeSlots());
      values.put(FlinkMetrics.JOBS_RUNNING, size.runningJobs());
    } catch (FlinkClusterException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  @Override
  public List<HealthCheck> checks() {
    try {
      ClusterSize size = flink.size();
      String detail =
          size.runningJobs()
              + " jobs run, "
              + size.freeSlots()
              + " of "
              + size.slots()
              + " slots are free";
      return List.of(
          size.slots() > 0
              ? HealthCheck.up("flink", detail)
              : HealthCheck.down("flink", "it has no slots; " + detail));
    } catch (FlinkClusterException e) {
      return List.of(HealthCheck.down("flink", "Flink's REST interface does not answer"));
    }
  }
}
