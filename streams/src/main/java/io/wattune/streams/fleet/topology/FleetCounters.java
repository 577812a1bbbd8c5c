package io.wattune.streams.fleet.topology;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.wattune.http.metric.MetricTable;

/**
 * Counts what a view does; any thread may count, any may look. Labels are few and stable. Each
 * record that comes is counted once as read, and then as used, as passed over or as rejected.
 */
public final class FleetCounters {
  public final MetricTable<FleetCounters> metrics = MetricTable.of("fleet");

  public final Gauge nodes = metrics.level("nodes", "Nodes that this instance owns now.");
  public final Gauge devices = metrics.level("devices", "Devices in the sums of these nodes.");
  public final Counter read = metrics.counted("records_read", "Records that came.", "topic");
  public final Counter used =
      metrics.counted("records_used", "Of those, records that went on to their node.");
  public final Counter passedOver =
      metrics.counted(
          "records_passed_over",
          "Of those, records that say nothing to a sum: entries of other books, blocks without true"
              + " power.",
          "reason");
  public final Counter rejected =
      metrics.counted(
          "records_rejected",
          "Records that could not be used, the view's own topics included.",
          "reason");
  public final Counter windows =
      metrics.counted("windows", "Windows of energy, by what became of them.", "fate");
  public final Counter sent =
      metrics.counted("sums_sent", "Sums sent to the topic of the fleet.", "scope");
  public final Counter repeatedSums =
      metrics.counted("sums_repeated", "Sums of a node or rack that had been read before.");
  public final Counter unreadableStates =
      metrics.counted(
          "states_unreadable", "Stored states that could not be read; they began anew.");
}
