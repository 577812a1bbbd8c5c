package io.wattune.embedded.flink;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import io.wattune.schemas.failure.EngineException;
import java.util.List;

/** Looks at a Flink cluster through its REST interface; its jobs are {@link JobsProbe}'s. */
public final class FlinkProbe implements PartProbe {
  private static final String PART = "flink";

  private static final MetricTable<ClusterSize> CLUSTER =
      MetricTable.<ClusterSize>of(PART)
          .gauge("slots", "Slots that it has.", ClusterSize::slots)
          .gauge("slots_free", "Of those, slots that no job has.", ClusterSize::freeSlots)
          .gauge("jobs_running", "Jobs that run on it, whoever's.", ClusterSize::runningJobs);

  /** All that a cluster has. */
  public static final List<Metric> METRICS = CLUSTER.metrics();

  private final FlinkCluster flink;

  /** A probe of a cluster. */
  public FlinkProbe(FlinkAccess access) {
    flink = new FlinkCluster(access);
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    try {
      CLUSTER.read(values, flink.size());
    } catch (EngineException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  @Override
  public List<HealthCheck> checks() {
    try {
      ClusterSize size = flink.size();
      String detail =
          "%s jobs run, %s of %s slots are free"
              .formatted(size.runningJobs(), size.freeSlots(), size.slots());
      return List.of(
          size.slots() > 0
              ? HealthCheck.up("flink", detail)
              : HealthCheck.down("flink", "it has no slots; " + detail));
    } catch (EngineException e) {
      return List.of(HealthCheck.down("flink", "Flink's REST interface does not answer"));
    }
  }
}
