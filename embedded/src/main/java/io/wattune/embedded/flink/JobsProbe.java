package io.wattune.embedded.flink;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.JobsMetrics;
import io.wattune.http.metric.MetricValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Looks at jobs through Flink's REST interface: at those of a local cluster, or of any other. */
public final class JobsProbe implements PartProbe {
  private static final double MILLIS_PER_SECOND = 1e3;

  private final FlinkRest flink;
  private final List<String> names;

  /**
   * A probe of these jobs.
   *
   * @param names their names, which are their labels too
   */
  public JobsProbe(FlinkRest flink, List<String> names) {
    this.flink = flink;
    this.names = List.copyOf(names);
  }

  @Override
  public String part() {
    return JobsMetrics.PART;
  }

  /** How they do now. */
  public List<JobHealth> jobs() throws IOException {
    return flink.jobs(names);
  }

  @Override
  public void read(MetricValues values) {
    try {
      jobs().forEach(job -> read(values, job));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(MetricValues values, JobHealth job) {
    values.put(JobsMetrics.RUNNING, job.isRunning() ? 1 : 0, job.name());
    double uptime = job.isRunning() ? job.uptimeMillis() / MILLIS_PER_SECOND : 0;
    values.put(JobsMetrics.UPTIME, uptime, job.name());
    values.put(JobsMetrics.RESTARTS, job.restarts(), job.name());
    values.put(JobsMetrics.CHECKPOINTS, job.checkpoints(), job.name());
    values.put(JobsMetrics.CHECKPOINTS_FAILED, job.checkpointsFailed(), job.name());
    JobHealth.Checkpoint newest = job.newest();
    if (newest != null) {
      double age = newest.ageMillis() / MILLIS_PER_SECOND;
      double duration = newest.durationMillis() / MILLIS_PER_SECOND;
      values.put(JobsMetrics.CHECKPOINT_AGE, age, job.name());
      values.put(JobsMetrics.CHECKPOINT_DURATION, duration, job.name());
      values.put(JobsMetrics.CHECKPOINT_SIZE, newest.bytes(), job.name());
    }
  }

  @Override
  public List<HealthCheck> checks() {
    try {
      List<JobHealth> jobs = jobs();
      return names.stream()
          .map(name -> check(name, jobs.stream().filter(job -> job.name().equals(name)).findAny()))
          .toList();
    } catch (IOException e) {
      return List.of(HealthCheck.down("flink", "Flink's REST interface does not answer"));
    }
  }

  private static HealthCheck check(String name, Optional<JobHealth> found) {
    if (found.isEmpty()) {
      return HealthCheck.down(name, "Flink has no job of this name");
    }
    JobHealth job = found.get();
    JobHealth.Checkpoint newest = job.newest();
    String detail =
        job.state()
            + ", restarted "
            + job.restarts()
            + " times, "
            + (newest == null
                ? "no checkpoint yet"
                : "newest checkpoint " + newest.ageMillis() / 1000 + " s ago");
    if (job.isRunning()) {
      return HealthCheck.up(name, detail);
    }
    return job.isOver() ? HealthCheck.down(name, detail) : HealthCheck.degraded(name, detail);
  }
}
