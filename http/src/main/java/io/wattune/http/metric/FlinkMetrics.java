package io.wattune.http.metric;

import java.util.List;

/** What the Flink cluster that runs as {@code wattune flink} tells. */
public final class FlinkMetrics {
  /** The part. */
  public static final String PART = "flink";

  public static final Metric SLOTS = Metric.gauge(PART, "slots", "", "Slots that it has.");
  public static final Metric SLOTS_FREE =
      Metric.gauge(PART, "slots_free", "", "Of those, slots that no job has.");
  public static final Metric JOBS_RUNNING =
      Metric.gauge(PART, "jobs_running", "", "Jobs that run on it, whoever's.");

  static final List<Metric> ALL = List.of(SLOTS, SLOTS_FREE, JOBS_RUNNING);

  private FlinkMetrics() {}
}
