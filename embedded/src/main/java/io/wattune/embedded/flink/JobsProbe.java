package io.wattune.embedded.flink;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.JobsMetrics;
import io.wattune.http.metric.MetricValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Looks at jobs through Flink's REST interface: at those of a local cluster, or of any other. */
public final class JobsProbe implements PartProbe {
  private static final double MILLIS_PER_SECOND = 1e3;

  /** What {@code jobs --most-behind} is by itself. */
  public static final Duration MOST_BEHIND = Duration.ofMinutes(1);

  private final FlinkRest flink;
  private final List<String> names;
  private final long mostBehindMillis;

  /**
   * A probe of these jobs.
   *
   * @param names their names, which are their labels too
   * @param mostBehind a job is down that is behind by more, or whose newest checkpoint is older
   *     than this and two of its intervals
   */
  public JobsProbe(FlinkRest flink, List<String> names, Duration mostBehind) {
    this.flink = flink;
    this.names = List.copyOf(names);
    this.mostBehindMillis = mostBehind.toMillis();
  }

  @Override
  public String part() {
    return JobsMetrics.PART;
  }

  /** How they do now. */
  public List<JobMoment> jobs() throws IOException {
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

  private static void read(MetricValues values, JobMoment job) {
    values.put(JobsMetrics.RUNNING, job.isRunning() ? 1 : 0, job.name());
    double uptime = job.isRunning() ? job.uptimeMillis() / MILLIS_PER_SECOND : 0;
    values.put(JobsMetrics.UPTIME, uptime, job.name());
    values.put(JobsMetrics.RESTARTS, job.restarts(), job.name());
    values.put(JobsMetrics.CHECKPOINTS, job.checkpoints(), job.name());
    values.put(JobsMetrics.CHECKPOINTS_FAILED, job.checkpointsFailed(), job.name());
    JobMoment.Checkpoint newest = job.newest();
    if (newest != null) {
      double age = newest.ageMillis() / MILLIS_PER_SECOND;
      double duration = newest.durationMillis() / MILLIS_PER_SECOND;
      values.put(JobsMetrics.CHECKPOINT_AGE, age, job.name());
      values.put(JobsMetrics.CHECKPOINT_DURATION, duration, job.name());
      values.put(JobsMetrics.CHECKPOINT_SIZE, newest.bytes(), job.name());
    }
    Long behind = job.behindMillis();
    if (behind != null) {
      values.put(JobsMetrics.BEHIND, behind / MILLIS_PER_SECOND, job.name());
    }
  }

  @Override
  public List<HealthCheck> checks() {
    try {
      List<JobMoment> jobs = jobs();
      return names.stream()
          .map(name -> check(name, jobs.stream().filter(job -> job.name().equals(name)).findAny()))
          .toList();
    } catch (IOException e) {
      return List.of(HealthCheck.down("flink", "Flink's REST interface does not answer"));
    }
  }

  private HealthCheck check(String name, Optional<JobMoment> found) {
    if (found.isEmpty()) {
      return HealthCheck.down(name, "Flink has no job of this name");
    }
    JobMoment job = found.get();
    JobMoment.Checkpoint newest = job.newest();
    Long behind = job.behindMillis();
    String failure = job.failure();
    String detail =
        job.state()
            + ", restarted "
            + job.restarts()
            + " times, "
            + (newest == null
                ? "no checkpoint yet"
                : "newest checkpoint " + newest.ageMillis() / 1000 + " s ago")
            + (failure == null
                ? ""
                : ", " + job.checkpointsFailed() + " have failed, the last one: " + failure)
            + (behind == null ? "" : ", behind by " + behind / 1000 + " s");
    if (job.isOver()) {
      return HealthCheck.down(name, detail);
    }
    if (!job.isRunning()) {
      return HealthCheck.degraded(name, detail);
    }
    boolean isBehind = behind != null && behind > mostBehindMillis;
    if (isBehind || withoutCheckpointMillis(job) > mostBehindMillis + 2 * job.checkpointMillis()) {
      return HealthCheck.down(name, detail);
    }
    return failure == null ? HealthCheck.up(name, detail) : HealthCheck.degraded(name, detail);
  }

  /** For how long no checkpoint of the job has been completed, whatever became of it meanwhile. */
  private static long withoutCheckpointMillis(JobMoment job) {
    JobMoment.Checkpoint newest = job.newest();
    if (job.checkpointMillis() == 0) {
      return 0; // It makes none.
    }
    return newest == null ? job.uptimeMillis() : newest.ageMillis();
  }
}
