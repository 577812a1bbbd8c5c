package io.wattune.http.metric;

import java.util.List;

/** What puts records out once more, for programs with a schema registry, tells. */
public final class RepublishMetrics {
  /** The part. */
  public static final String PART = "republish";

  public static final Metric WORKS =
      Metric.gauge(PART, "works", "", "1 while broker and schema registry answer, else 0.");
  public static final Metric RECORDS_COPIED =
      Metric.counter(PART, "records_copied", "", "Records that it has put out.");
  public static final Metric RECORDS_LEFT_OUT =
      Metric.counter(
          PART, "records_left_out", "", "Records that it could not read, and has not put out.");
  public static final Metric BEHIND =
      Metric.gauge(
          PART,
          "behind",
          "seconds",
          "For how long more records than one read takes have been waiting; 0 while it keeps up.");
  public static final Metric LAG = LagMetric.of(PART);

  static final List<Metric> ALL = List.of(WORKS, RECORDS_COPIED, RECORDS_LEFT_OUT, BEHIND, LAG);

  private RepublishMetrics() {}
}
