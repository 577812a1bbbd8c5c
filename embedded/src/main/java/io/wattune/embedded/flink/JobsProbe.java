package io.wattune.embedded.flink;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import io.wattune.schemas.failure.EngineException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Looks at jobs through Flink's REST interface: at those of a local cluster, or of any other. */
public final class JobsProbe implements PartProbe {
  private static final String PART = "jobs";
  private static final double MILLIS_PER_SECOND = 1e3;

  private static final MetricTable<JobMoment> JOB =
      MetricTable.<JobMoment>of(PART, "job")
          .flag("running", "1 while all tasks of the job run, else 0.", JobMoment::isRunning)
          .gauge(
              "uptime",
              "seconds",
              "For how long the job has run since it was last restarted.",
              job -> job.isRunning() ? job.uptimeMillis() / MILLIS_PER_SECOND : 0)
          .counter(
              "restarts",
              "How often the job was restarted since it was submitted.",
              JobMoment::restarts)
          .counter(
              "checkpoints_completed",
              "Checkpoints that were completed since it was submitted.",
              JobMoment::checkpoints)
          .counter(
              "checkpoints_failed",
              "Checkpoints that have failed since it was submitted.",
              JobMoment::checkpointsFailed)
          .gauge(
              "checkpoint_age",
              "seconds",
              "Time since the newest completed checkpoint ended.",
              job -> newest(job, checkpoint -> checkpoint.ageMillis() / MILLIS_PER_SECOND))
          .gauge(
              "checkpoint_duration",
              "seconds",
              "How long the newest completed checkpoint took.",
              job -> newest(job, checkpoint -> checkpoint.durationMillis() / MILLIS_PER_SECOND))
          .gauge(
              "checkpoint_size",
              "bytes",
              "State of the newest completed checkpoint.",
              job -> newest(job, JobMoment.Checkpoint::bytes))
          .gauge(
              "behind",
              "seconds",
              "How long ago the broker took the record that the ledger has read last; 0 while it waits"
                  + " for records. Of other jobs it is not known.",
              JobsProbe::behindSeconds);

  /** All that jobs have. */
  public static final List<Metric> METRICS = JOB.metrics();

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
    return PART;
  }

  /** How they do now. */
  public List<JobMoment> jobs() throws EngineException {
    return flink.jobs(names);
  }

  @Override
  public void read(MetricValues values) {
    try {
      jobs().forEach(job -> JOB.read(values, job, job.name()));
    } catch (EngineException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static double newest(JobMoment job, ToDoubleFunction<JobMoment.Checkpoint> value) {
    JobMoment.Checkpoint newest = job.newest();
    return newest == null ? Double.NaN : value.applyAsDouble(newest);
  }

  private static double behindSeconds(JobMoment job) {
    Long millis = job.behindMillis();
    return millis == null ? Double.NaN : millis / MILLIS_PER_SECOND;
  }

  @Override
  public List<HealthCheck> checks() {
    try {
      List<JobMoment> jobs = jobs();
      return names.stream()
          .map(name -> check(name, jobs.stream().filter(job -> job.name().equals(name)).findAny()))
          .toList();
    } catch (EngineException e) {
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
        "%s, restarted %s times, %s%s%s"
            .formatted(
                job.state(),
                job.restarts(),
                newest == null
                    ? "no checkpoint yet"
                    : "newest checkpoint " + newest.ageMillis() / 1000 + " s ago",
                failure == null
                    ? ""
                    : ", " + job.checkpointsFailed() + " have failed, the last one: " + failure,
                behind == null ? "" : ", behind by " + behind / 1000 + " s");
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
