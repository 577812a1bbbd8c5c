package io.wattune.pipeline;

import io.wattune.collectors.nodeagent.AgentSnapshot;
import io.wattune.dashboard.health.HealthSource;
import io.wattune.dashboard.health.JobHealth;
import io.wattune.dashboard.health.PartHealth;
import io.wattune.dashboard.health.SpoolHealth;
import io.wattune.dashboard.health.StoreHealth;
import io.wattune.embedded.flink.JobsProbe;
import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.http.metric.MetricTable;
import io.wattune.schemas.failure.EngineException;
import io.wattune.sinks.influx.SinkCounts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the parts of a run do, for its dashboard. */
final class UpHealth implements HealthSource {
  private final JobsProbe jobs;
  private final @Nullable SinkCounts sink;
  private final AllParts all;
  private volatile Supplier<List<AgentSnapshot>> agents = List::of;

  /**
   * With the jobs and the sink.
   *
   * @param all the parts, which may come one by one
   * @param sink null where there is none
   */
  UpHealth(AllParts all, JobsProbe jobs, @Nullable SinkCounts sink) {
    this.all = all;
    this.jobs = jobs;
    this.sink = sink;
  }

  /** The agents; may come at any time. */
  void agents(Supplier<List<AgentSnapshot>> snapshots) {
    agents = snapshots;
  }

  @Override
  public List<PartHealth> parts() {
    return all.parts().stream().map(probe -> of(probe.part(), probe.checks())).toList();
  }

  /**
   * The health of a part: the worst of its checks. The detail names the checks that are not up, or
   * all where all are.
   */
  private static PartHealth of(String part, List<HealthCheck> checks) {
    HealthStatus worst =
        checks.stream()
            .map(HealthCheck::status)
            .max(Comparator.naturalOrder())
            .orElse(HealthStatus.UP);
    String detail =
        checks.stream()
            .filter(check -> worst == HealthStatus.UP || check.status() != HealthStatus.UP)
            .map(check -> check.name() + ": " + check.detail())
            .collect(Collectors.joining("; "));
    return new PartHealth(part, worst.name(), detail);
  }

  @Override
  public List<JobHealth> jobs() {
    try {
      return jobs.jobs().stream().map(UpHealth::of).toList();
    } catch (EngineException e) {
      return List.of(); // The checks of the part say why.
    }
  }

  private static JobHealth of(io.wattune.embedded.flink.JobMoment job) {
    io.wattune.embedded.flink.JobMoment.Checkpoint newest = job.newest();
    return new JobHealth(
        job.name(),
        job.state(),
        job.restarts(),
        newest == null ? null : newest.ageMillis(),
        newest == null ? null : newest.durationMillis(),
        newest == null ? null : newest.bytes());
  }

  @Override
  public Optional<StoreHealth> store() {
    if (sink == null) {
      return Optional.empty();
    }
    return Optional.of(
        new StoreHealth(
            MetricTable.all(sink.pointsWritten),
            MetricTable.all(sink.retries),
            MetricTable.all(sink.pointsRefused),
            (long) sink.recordsUnwritten.get()));
  }

  @Override
  public Optional<SpoolHealth> spool() {
    long records = 0;
    long bytes = 0;
    long dropped = 0;
    for (AgentSnapshot agent : agents.get()) {
      records += agent.publisher().spooledRecords();
      bytes += agent.publisher().spooledBytes();
      dropped += agent.publisher().droppedRecords();
    }
    return Optional.of(new SpoolHealth(records, bytes, dropped));
  }
}
