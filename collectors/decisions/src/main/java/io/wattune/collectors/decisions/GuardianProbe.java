package io.wattune.collectors.decisions;

import io.wattune.collectors.writer.GuardianStatus;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.function.Supplier;

/** Looks at the guardians of a process. */
public final class GuardianProbe implements PartProbe {
  private static final String PART = "guardian";

  private static final double NANOS_PER_SECOND = 1e9;

  private static final MetricTable<GuardianStatus> NODE =
      MetricTable.<GuardianStatus>of(PART, "node")
          .counter(
              "restores",
              "How often it has put back all own settings of the node, verified.",
              GuardianStatus::restores)
          .counter(
              "kills",
              "How often it has killed a writer that hung past a lease.",
              GuardianStatus::kills)
          .counter(
              "restarts_asked",
              "How often a guardian without privileges has asked that setter and restorer be started"
                  + " again, since the restorer stood still.",
              GuardianStatus::restartsAsked)
          .flag(
              "trouble",
              "1 while something is to be put back and cannot be, else 0; the log says what.",
              guardian -> !guardian.trouble().isEmpty())
          .flag(
              "journal_present",
              "1 while a writer's journal is there: own settings may have to be put back.",
              GuardianStatus::isJournalThere)
          .gauge(
              "writer_still",
              "seconds",
              "For how long the writer's heartbeat has stood still.",
              guardian -> guardian.writerStillNanos() / NANOS_PER_SECOND)
          .gauge(
              "looked",
              "seconds",
              "For how long whoever restores has not looked: the guardian, or the restorer where a"
                  + " guardian without privileges reports. It looks fifty times a second.",
              guardian -> guardian.lookedNanos() / NANOS_PER_SECOND);

  /** All that a guardian has. */
  public static final List<Metric> METRICS = NODE.metrics();

  /** A restore of hanging devices may take some seconds; a thread that is stuck takes longer. */
  private static final double LONGEST_LOOK_SECONDS = 10;

  private final Supplier<List<GuardianStatus>> guardians;

  public GuardianProbe(Supplier<List<GuardianStatus>> guardians) {
    this.guardians = guardians;
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    guardians.get().forEach(guardian -> NODE.read(values, guardian, guardian.node()));
  }

  @Override
  public List<HealthCheck> checks() {
    return guardians.get().stream().map(GuardianProbe::check).toList();
  }

  private static HealthCheck check(GuardianStatus of) {
    String name = "node " + of.node();
    double looked = of.lookedNanos() / NANOS_PER_SECOND;
    if (looked > LONGEST_LOOK_SECONDS) {
      return HealthCheck.down(
          name, "whoever restores has not looked for " + Math.round(looked) + " s");
    }
    if (of.isLockedOut()) {
      return HealthCheck.down(
          name,
          "somebody else holds the writer's lock, so that it cannot restore; the log says more");
    }
    if (!of.trouble().isEmpty()) {
      return HealthCheck.degraded(name, "own settings are not all back; the log says why");
    }
    return HealthCheck.up(
        name, "watches the writer; own settings were restored " + of.restores() + " times");
  }
}
