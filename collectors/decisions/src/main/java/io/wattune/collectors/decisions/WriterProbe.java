package io.wattune.collectors.decisions;

import static java.util.stream.Collectors.toMap;

import io.wattune.collectors.writer.WriterStatus;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks at the writers of a process. */
public final class WriterProbe implements PartProbe {
  private static final String PART = "writer";

  private static final double NANOS_PER_SECOND = 1e9;

  private static final MetricTable<WriterStatus.Device> DEVICES =
      MetricTable.<WriterStatus.Device>of(PART, "node", "device")
          .flag(
              "device_tuned",
              "1 while the device may have other settings than its own, else 0.",
              WriterStatus.Device::isTuned)
          .gauge(
              "homeward",
              "seconds",
              "Time until own settings are put back unless a decision comes; 0 where they are there or"
                  + " on their way.",
              device -> device.restoreLeadNanos() / NANOS_PER_SECOND)
          .counter(
              "outside_changes",
              "Values set by somebody else that became own settings; those set again are actuations"
                  + " with the reason outside-change.",
              WriterStatus.Device::outsideChanges);

  private static final MetricTable<WriterStatus> NODE =
      MetricTable.<WriterStatus>of(PART, "node")
          .flag(
              "may_write",
              "1 where tuning is on and the journal is whole, else 0.",
              WriterStatus::mayWrite)
          .flag(
              "in_shadow",
              "1 where the writer only says what it would write, else 0.",
              WriterStatus::isShadow)
          .counters(
              "running_refused",
              "",
              "Times that what the agent says of what runs was not believed, by the reason; one that"
                  + " lasts counts once. Default configurations hold then.",
              "reason",
              WriterProbe::refusedRunning)
          .flag(
              "guardian_present",
              "1 while a guardian watches this writer, else 0.",
              WriterStatus::isGuarded)
          .flag(
              "holds_read",
              "1 once the holds have been read; until then everything is held.",
              WriterStatus::areHoldsRead);

  private static final MetricTable<WriterSnapshot> PROCESS =
      MetricTable.<WriterSnapshot>of(PART)
          .add(
              Metric.counter(
                  PART,
                  "actuations",
                  "",
                  "What became of decisions, and of devices by themselves.",
                  "node",
                  "outcome",
                  "reason"),
              WriterProbe::actuations)
          .counter(
              "records_sent", "Actuations and rejects that the broker has.", WriterSnapshot::sent)
          .counter(
              "records_lost",
              "Actuations and rejects that were given up: the broker was away for too long.",
              WriterSnapshot::lost)
          .counter(
              "right_sizes_refused",
              "Right-size tables that were not taken: unreadable, too large, stale, not signed by a"
                  + " key that the node believes, or too many.",
              WriterSnapshot::refusedSizes)
          .flag(
              "decisions_read",
              "1 while decisions are read from the broker, else 0.",
              WriterSnapshot::isReading)
          .lag(WriterSnapshot::lag);

  /** All that a writer has. */
  public static final List<Metric> METRICS =
      Stream.of(DEVICES, NODE, PROCESS).flatMap(table -> table.metrics().stream()).toList();

  private final Supplier<WriterSnapshot> writers;

  public WriterProbe(Supplier<WriterSnapshot> writers) {
    this.writers = writers;
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    WriterSnapshot now = writers.get();
    for (WriterStatus of : now.nodes()) {
      of.devices().forEach((id, device) -> DEVICES.read(values, device, of.node(), id));
      NODE.read(values, of, of.node());
    }
    PROCESS.read(values, now);
  }

  private static Map<String, Long> refusedRunning(WriterStatus of) {
    return of.refusedRunning().entrySet().stream()
        .collect(toMap(each -> each.getKey().label(), Map.Entry::getValue));
  }

  private static List<String> labels(ActuationKind of) {
    return List.of(of.node(), of.outcome().name().toLowerCase(Locale.ROOT), of.reason());
  }

  private static Map<List<String>, Long> actuations(WriterSnapshot of) {
    return of.actuations().entrySet().stream()
        .collect(toMap(each -> labels(each.getKey()), Map.Entry::getValue));
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
