package io.wattune.collectors.decisions;

import io.wattune.collectors.writer.WriterStatus;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.MetricValues;
import io.wattune.http.metric.WriterMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Looks at the writers of a process. */
public final class WriterProbe implements PartProbe {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Supplier<WriterSnapshot> writers;

  public WriterProbe(Supplier<WriterSnapshot> writers) {
    this.writers = writers;
  }

  @Override
  public String part() {
    return WriterMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    WriterSnapshot now = writers.get();
    now.nodes().forEach(node -> read(values, node));
    now.actuations()
        .forEach(
            (kind, count) ->
                values.put(
                    WriterMetrics.ACTUATIONS, count, kind.node(), outcome(kind), kind.reason()));
    values.put(WriterMetrics.RECORDS_SENT, now.sent());
    values.put(WriterMetrics.RECORDS_LOST, now.lost());
    values.put(WriterMetrics.DECISIONS_READ, now.isReading() ? 1 : 0);
    now.lag().forEach((topic, lag) -> values.put(WriterMetrics.LAG, lag, topic));
  }

  private static String outcome(ActuationKind kind) {
    return kind.outcome().name().toLowerCase(Locale.ROOT);
  }

  private static void read(MetricValues values, WriterStatus of) {
    String node = of.node();
    values.put(WriterMetrics.MAY_WRITE, of.mayWrite() ? 1 : 0, node);
    values.put(WriterMetrics.IN_SHADOW, of.isShadow() ? 1 : 0, node);
    values.put(WriterMetrics.GUARDIAN_PRESENT, of.isGuarded() ? 1 : 0, node);
    values.put(WriterMetrics.HOLDS_READ, of.areHoldsRead() ? 1 : 0, node);
    of.refusedRunning()
        .forEach(
            (reason, count) ->
                values.put(WriterMetrics.RUNNING_REFUSED, count, node, reason.label()));
    of.devices()
        .forEach(
            (id, device) -> {
              values.put(WriterMetrics.DEVICE_TUNED, device.isTuned() ? 1 : 0, node, id);
              values.put(WriterMetrics.OUTSIDE_CHANGES, device.outsideChanges(), node, id);
              values.put(
                  WriterMetrics.HOMEWARD, device.restoreLeadNanos() / NANOS_PER_SECOND, node, id);
            });
  }

  @Override
  public List<HealthCheck> checks() {
    WriterSnapshot now = writers.get();
    List<HealthCheck> checks = new ArrayList<>();
    now.nodes().forEach(node -> checks.add(check(node)));
    checks.add(
        now.isReading()
            ? HealthCheck.up("decisions", "decisions are read from the broker")
            : HealthCheck.degraded(
                "decisions", "no decision is read; own settings stay or come back"));
    return checks;
  }

  private static HealthCheck check(WriterStatus of) {
    String name = "node " + of.node();
    if (of.isShadow()) {
      return HealthCheck.up(name, "in shadow: what would be set is said, and nothing is written");
    }
    if (!of.mayWrite()) {
      return HealthCheck.degraded(
          name, "nothing is written: tuning is off in the node's file, or the journal is broken");
    }
    if (of.requiresGuardian() && !of.isGuarded()) {
      return HealthCheck.degraded(name, "nothing is written: no guardian watches this writer");
    }
    if (!of.areHoldsRead()) {
      return HealthCheck.degraded(name, "nothing is written: the holds have not been read yet");
    }
    long tuned = of.devices().values().stream().filter(WriterStatus.Device::isTuned).count();
    return HealthCheck.up(name, tuned + " of " + of.devices().size() + " devices are tuned");
  }
}
