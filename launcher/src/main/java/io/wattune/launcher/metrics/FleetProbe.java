package io.wattune.launcher.metrics;

import io.wattune.http.HealthCheck;
import io.wattune.http.metric.FleetMetrics;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricValues;
import io.wattune.streams.fleet.FleetViewStatus;
import io.wattune.streams.fleet.topology.FleetCounts;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Looks at an instance of the fleet view. */
public final class FleetProbe implements PartProbe {
  private final Supplier<FleetViewStatus> status;

  /** A probe of the view that has this status. */
  public FleetProbe(Supplier<FleetViewStatus> status) {
    this.status = status;
  }

  @Override
  public String part() {
    return FleetMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    FleetViewStatus now = status.get();
    FleetCounts counts = now.counts();
    values.put(FleetMetrics.RUNNING, now.isRunning() ? 1 : 0);
    values.put(FleetMetrics.INSTANCES, now.instances());
    values.put(FleetMetrics.NODES, counts.nodes());
    values.put(FleetMetrics.DEVICES, counts.devices());
    each(values, FleetMetrics.RECORDS_READ, counts.read());
    values.put(FleetMetrics.RECORDS_USED, counts.used());
    each(values, FleetMetrics.RECORDS_PASSED_OVER, counts.passedOver());
    each(values, FleetMetrics.RECORDS_REJECTED, counts.rejected());
    each(values, FleetMetrics.WINDOWS, counts.windows());
    each(values, FleetMetrics.SUMS_SENT, counts.sent());
    values.put(FleetMetrics.SUMS_REPEATED, counts.repeatedSums());
    values.put(FleetMetrics.STATES_UNREADABLE, counts.unreadableStates());
    values.put(FleetMetrics.THREADS_REPLACED, now.replacedThreads());
    each(values, FleetMetrics.LAG, now.lag());
  }

  private static void each(MetricValues values, Metric metric, Map<String, Long> counts) {
    counts.forEach((label, count) -> values.put(metric, count, label));
  }

  @Override
  public List<HealthCheck> checks() {
    return status.get().checks();
  }
}
