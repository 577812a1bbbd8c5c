package io.wattune.control;

import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks at a controller. */
public final class ControlProbe implements PartProbe {
  static final String PART = "control";

  private static final MetricTable<ControlSnapshot> STATE =
      MetricTable.<ControlSnapshot>of(PART)
          .flag(
              "running",
              "1 while the controller decides, 0 while nodes change hands.",
              ControlSnapshot::isRunning);
  private static final MetricTable<ControlSnapshot> HOST =
      MetricTable.<ControlSnapshot>of(PART)
          .counter(
              "threads_replaced",
              "Threads that failed and were replaced.",
              ControlSnapshot::replacedThreads)
          .lag(ControlSnapshot::lag);

  /** All that a controller has. */
  public static final List<Metric> METRICS =
      Stream.of(STATE, new ControllerCounters().metrics, HOST)
          .flatMap(table -> table.metrics().stream())
          .toList();

  private final Supplier<ControlSnapshot> controller;

  public ControlProbe(Supplier<ControlSnapshot> controller) {
    this.controller = controller;
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    ControlSnapshot now = controller.get();
    STATE.read(values, now);
    now.counts().metrics.read(values, now.counts());
    HOST.read(values, now);
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
                + Math.round(now.counts().nodes.get())
                + " nodes, "
                + Math.round(now.counts().devices.get())
                + " devices, "
                + now.replacedThreads()
                + " threads replaced"));
  }
}
