package io.wattune.control;

import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.ControlMetrics;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Looks at a controller. */
public final class ControlProbe implements PartProbe {
  private final Supplier<ControlSnapshot> controller;

  public ControlProbe(Supplier<ControlSnapshot> controller) {
    this.controller = controller;
  }

  /** A probe of this controller. */
  public static ControlProbe of(Controller controller) {
    return new ControlProbe(
        () ->
            new ControlSnapshot(
                controller.counts(),
                controller.state(),
                controller.isRunning(),
                controller.isOver(),
                controller.lagByTopic()));
  }

  @Override
  public String part() {
    return ControlMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    ControlSnapshot now = controller.get();
    values.put(ControlMetrics.RUNNING, now.isRunning() ? 1 : 0);
    inputs(values, now.counts());
    decisions(values, now.counts());
    troubles(values, now.counts());
    each(values, ControlMetrics.LAG, now.lag());
  }

  private static void inputs(MetricValues values, ControllerSnapshot of) {
    values.put(ControlMetrics.NODES, of.nodes());
    values.put(ControlMetrics.DEVICES, of.devices());
    each(values, ControlMetrics.RECORDS_READ, of.read());
    values.put(ControlMetrics.RECORDS_USED, of.used());
    each(values, ControlMetrics.RECORDS_REJECTED, of.rejected());
    values.put(ControlMetrics.EVIDENCE, of.evidence());
    each(values, ControlMetrics.EVIDENCE_DISCARDED, of.discarded());
  }

  private static void decisions(MetricValues values, ControllerSnapshot of) {
    each(values, ControlMetrics.DECISIONS, of.decisions());
    values.put(ControlMetrics.CLAIMS, of.claims());
    values.put(ControlMetrics.HELD, of.held());
    each(values, ControlMetrics.VETOED, of.vetoed());
    each(values, ControlMetrics.NARROWED, of.narrowed());
    each(values, ControlMetrics.REFUSED, of.refused());
  }

  private static void troubles(MetricValues values, ControllerSnapshot of) {
    values.put(ControlMetrics.KERNELS_DROPPED, of.kernelsDropped());
    values.put(ControlMetrics.DEVICES_FORGOTTEN, of.forgotten());
    values.put(ControlMetrics.OUTRANKED, of.outranked());
    values.put(ControlMetrics.STATES_UNREADABLE, of.unreadableStates());
    values.put(ControlMetrics.HOLDS_UNREADABLE, of.unreadableHolds());
    values.put(ControlMetrics.THREADS_REPLACED, of.replacedThreads());
  }

  private static void each(MetricValues values, Metric metric, Map<String, Long> counts) {
    counts.forEach((label, count) -> values.put(metric, count, label));
  }

  @Override
  public List<HealthCheck> checks() {
    ControlSnapshot now = controller.get();
    HealthStatus status =
        now.isRunning()
            ? HealthStatus.UP
            : now.isOver() ? HealthStatus.DOWN : HealthStatus.DEGRADED;
    return List.of(
        new HealthCheck(
            "controller",
            status,
            now.state()
                + "; "
                + now.counts().nodes()
                + " nodes, "
                + now.counts().devices()
                + " devices, "
                + now.counts().replacedThreads()
                + " threads replaced"));
  }
}
