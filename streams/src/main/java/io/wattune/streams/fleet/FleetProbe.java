package io.wattune.streams.fleet;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.FleetMetrics;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricValues;
import io.wattune.streams.fleet.topology.FleetCounts;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Looks at an instance of the fleet view. */
public final class FleetProbe implements PartProbe {
  private final FleetSource view;
  private final FleetPowers powers;

  /**
   * A probe of a view.
   *
   * @param staleAfter age from which power is not shown, as in the view's sums
   */
  public FleetProbe(FleetSource view, Duration staleAfter) {
    this.view = view;
    this.powers = new FleetPowers(System::currentTimeMillis, staleAfter.toNanos());
  }

  @Override
  public String part() {
    return FleetMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    FleetViewStatus now = view.status();
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
    powers.read(values, view.nodes());
  }

  private static void each(MetricValues values, Metric metric, Map<String, Long> counts) {
    counts.forEach((label, count) -> values.put(metric, count, label));
  }

  @Override
  public List<HealthCheck> checks() {
    return view.status().checks();
  }
}
