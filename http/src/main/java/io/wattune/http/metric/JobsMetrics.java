package io.wattune.http.metric;

import java.util.List;

/** What Flink's REST interface tells of our jobs. */
public final class JobsMetrics {
  /** The part. */
  public static final String PART = "jobs";

  public static final Metric RUNNING =
      gauge("running", "", "1 while all tasks of the job run, else 0.");
  public static final Metric UPTIME =
      gauge("uptime", "seconds", "For how long the job has run since it was last restarted.");
  public static final Metric RESTARTS =
      counter("restarts", "How often the job was restarted since it was submitted.");
  public static final Metric CHECKPOINTS =
      counter("checkpoints_completed", "Checkpoints that were completed since it was submitted.");
  public static final Metric CHECKPOINTS_FAILED =
      counter("checkpoints_failed", "Checkpoints that have failed since it was submitted.");
  public static final Metric CHECKPOINT_AGE =
      gauge("checkpoint_age", "seconds", "Time since the newest completed checkpoint ended.");
  public static final Metric CHECKPOINT_DURATION =
      gauge("checkpoint_duration", "seconds", "How long the newest completed checkpoint took.");
  public static final Metric CHECKPOINT_SIZE =
      gauge("checkpoint_size", "bytes", "State of the newest completed checkpoint.");
  public static final Metric BEHIND =
      gauge(
          "behind",
          "seconds",
          "How long ago the broker took the record that the ledger has read last; 0 while it waits for"
              + " records. Of other jobs it is not known.");

  static final List<Metric> ALL =
      List.of(
          RUNNING,
          UPTIME,
          RESTARTS,
          CHECKPOINTS,
          CHECKPOINTS_FAILED,
          CHECKPOINT_AGE,
          CHECKPOINT_DURATION,
          CHECKPOINT_SIZE,
          BEHIND);

  private JobsMetrics() {}

  private static Metric gauge(String what, String unit, String sentence) {
    return Metric.gauge(PART, what, unit, sentence, "job");
  }

  private static Metric counter(String what, String sentence) {
    return Metric.counter(PART, what, "", sentence, "job");
  }
}
