package io.wattune.http.metric;

import java.util.List;

/** What a dashboard tells of its reading of the topics. */
public final class DashboardMetrics {
  /** The part. */
  public static final String PART = "dashboard";

  public static final Metric CAUGHT_UP =
      Metric.gauge(
          PART, "caught_up", "", "1 once everything has been read that was there at its start.");
  public static final Metric TOPICS_MISSING =
      Metric.gauge(PART, "topics_missing", "", "Topics that the broker does not have.");
  public static final Metric RECORDS_READ =
      Metric.counter(PART, "records_read", "", "Records taken from the topics.");
  public static final Metric RECORDS_REJECTED =
      Metric.counter(PART, "records_rejected", "", "Of those, records that could not be read.");

  static final List<Metric> ALL =
      List.of(CAUGHT_UP, TOPICS_MISSING, RECORDS_READ, RECORDS_REJECTED);

  private DashboardMetrics() {}
}
