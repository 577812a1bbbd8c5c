package io.wattune.collectors.decisions;

import io.wattune.collectors.writer.GuardianStatus;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.GuardianMetrics;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.function.Supplier;

/** Looks at the guardians of a process. */
public final class GuardianProbe implements PartProbe {
  private static final double NANOS_PER_SECOND = 1e9;

  /** A restore of hanging devices may take some seconds; a thread that is stuck takes longer. */
  private static final double LONGEST_LOOK_SECONDS = 10;

  private final Supplier<List<GuardianStatus>> guardians;

  public GuardianProbe(Supplier<List<GuardianStatus>> guardians) {
    this.guardians = guardians;
  }

  @Override
  public String part() {
    return GuardianMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    for (GuardianStatus of : guardians.get()) {
      String node = of.node();
      values.put(GuardianMetrics.RESTORES, of.restores(), node);
      values.put(GuardianMetrics.KILLS, of.kills(), node);
      values.put(GuardianMetrics.RESTARTS_ASKED, of.restartsAsked(), node);
      values.put(GuardianMetrics.TROUBLE, of.trouble().isEmpty() ? 0 : 1, node);
      values.put(GuardianMetrics.JOURNAL_PRESENT, of.isJournalThere() ? 1 : 0, node);
      values.put(GuardianMetrics.WRITER_STILL, of.writerStillNanos() / NANOS_PER_SECOND, node);
      values.put(GuardianMetrics.LOOKED, of.lookedNanos() / NANOS_PER_SECOND, node);
    }
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
