package io.wattune.launcher.metrics;

import io.wattune.http.metric.FleetMetrics;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.MetricValues;
import io.wattune.streams.fleet.FleetViewStatus;
import io.wattune.streams.fleet.topology.FleetCounts;
import java.util.Map;
import java.util.function.Supplier;

/** Looks at a fleet view; its health the view tells itself. */
public final class FleetSource implements MetricSource {
  private final Supplier<FleetViewStatus> view;

  public FleetSource(Supplier<FleetViewStatus> view) {
    this.view = view;
  }

  @Override
  public void read(MetricValues values) {
    FleetViewStatus now = view.get();
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
    each(values, FleetMetrics.RECORDS_SENT, counts.sent());
    values.put(FleetMetrics.SUMS_REPEATED, counts.repeatedSums());
    values.put(FleetMetrics.STATES_UNREADABLE, counts.unreadableStates());
    values.put(FleetMetrics.THREADS_REPLACED, now.replacedThreads());
  }

  private static void each(MetricValues values, Metric metric, Map<String, Long> counts) {
    counts.forEach((label, count) -> values.put(metric, count, label));
  }
}
