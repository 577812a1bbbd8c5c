package io.wattune.control;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.wattune.core.loop.LoopCounts;
import io.wattune.http.metric.MetricTable;
import java.util.Map;

/**
 * Counts what the controller does; any thread may count, any may look. Labels are stable codes, of
 * which there are few. Each record that comes is counted once as read, and then as used or as
 * rejected: {@code read = used + rejected}, once no record is being worked on.
 */
public final class ControllerCounters {
  final MetricTable<ControllerCounters> metrics = MetricTable.of(ControlProbe.PART);

  public final Gauge nodes = metrics.level("nodes", "Nodes that this process owns now.");
  public final Gauge devices = metrics.level("devices", "Devices that it knows in them.");
  public final Counter read = metrics.counted("records_read", "Records that came.", "topic");
  public final Counter used =
      metrics.counted("records_used", "Of those, records that reached a device's loop.");
  public final Counter rejected =
      metrics.counted("records_rejected", "Of those, records that could not be used.", "reason");
  public final Counter decisions =
      metrics.counted(
          "decisions", "Decisions that were sent; claims are not among them.", "reason");
  public final Counter claims = metrics.counted("claims", "Claims that were sent.");
  public final Counter held =
      metrics.counted("records_held", "Records on which nothing was decided because of a hold.");
  public final Counter vetoed =
      metrics.counted("decisions_vetoed", "Decisions that a guard has vetoed.", "guard");
  public final Counter narrowed =
      metrics.counted("decisions_narrowed", "Decisions that a guard has narrowed.", "guard");
  public final Counter refused =
      metrics.counted(
          "decisions_refused", "Decisions that nodes refused or failed to carry out.", "reason");
  public final Counter tooLate =
      metrics.counted(
          "decisions_too_late",
          "Records on which a decision was due and was not sent: the node had refused one that came"
              + " too late, and this one would have come too late as well.");
  public final Counter evidence =
      metrics.counted("evidence", "Counter readings that a policy was shown.");
  public final Counter discarded =
      metrics.counted("evidence_discarded", "Counter readings that no policy was shown.", "reason");
  public final Counter kernelsDropped =
      metrics.counted(
          "kernels_dropped", "Kernels that were forgotten because a device had too many.");
  public final Counter forgotten =
      metrics.counted(
          "devices_forgotten", "Devices that have gone, or have been silent for too long.");
  public final Counter outranked =
      metrics.counted("outranked", "How often a node has shown a higher epoch: another owns it.");
  public final Counter unreadableStates =
      metrics.counted(
          "states_unreadable", "Stored states that could not be read; devices began anew.");
  public final Counter unreadableHolds =
      metrics.counted(
          "holds_unreadable", "Holds that could not be read; the nodes alone obey them.");
  public final Counter refusedSizes =
      metrics.counted(
          "right_sizes_refused",
          "Right-size tables that could not be read, were too large, or were stale.");

  public final Gauge servers =
      metrics.level(
          "servers",
          "Inference servers that are set by their load, by how: waiting, followed, missed, silent"
              + " or doubted. One that uses several devices counts on each.",
          "state");
  public final Counter serverAlarms =
      metrics.counted(
          "server_alarms",
          "Times that a server was left at its own settings because its objective was missed"
              + " (missed), nothing came of it (silent), or what came could not be (doubted).",
          "state");

  /** Takes what a loop has counted. */
  void loop(LoopCounts counts) {
    evidence.inc(counts.total(LoopCounts.Kind.EVIDENCE_USED));
    kernelsDropped.inc(counts.total(LoopCounts.Kind.KERNELS_DROPPED));
    add(discarded, counts.byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED));
    add(vetoed, counts.byLabel(LoopCounts.Kind.VETOED));
    add(narrowed, counts.byLabel(LoopCounts.Kind.NARROWED));
    add(refused, counts.byLabel(LoopCounts.Kind.REFUSED));
    add(serverAlarms, counts.byLabel(LoopCounts.Kind.SERVER_ALARMS));
    counts.clear();
  }

  /** Servers have changed their states, or are not this task's any more. */
  void servers(Map<String, Long> before, Map<String, Long> now) {
    before.forEach((state, count) -> servers.labelValues(state).dec(count));
    now.forEach((state, count) -> servers.labelValues(state).inc(count));
  }

  private static void add(Counter counter, Map<String, Long> counts) {
    counts.forEach((label, times) -> counter.labelValues(label).inc(times));
  }
}
