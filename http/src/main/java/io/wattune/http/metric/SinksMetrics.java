package io.wattune.http.metric;

import java.util.List;

/** What the sink to the store tells. */
public final class SinksMetrics {
  /** The part. */
  public static final String PART = "sinks";

  public static final Metric STORE_ANSWERS =
      Metric.gauge(PART, "store_answers", "", "1 while the store takes points, else 0.");
  public static final Metric RECORDS_READ =
      counter("records_read", "Records taken from the topics; one read again counts again.");
  public static final Metric RECORDS_REJECTED =
      counter("records_rejected", "Records that no point could be made of.");
  public static final Metric RECORDS_EXPIRED =
      counter("records_expired", "Records that the broker deleted before they were read.");
  public static final Metric RECORDS_UNWRITTEN =
      Metric.gauge(
          PART, "records_unwritten", "", "Records of the topics that the store does not have yet.");
  public static final Metric POINTS_MADE = counter("points_made", "Points made of the records.");
  public static final Metric POINTS_WRITTEN =
      counter("points_written", "Points that the store has.");
  public static final Metric POINTS_REFUSED =
      counter("points_refused", "Points that the store does not take; they are among the rejects.");
  public static final Metric POINTS_RETURNED =
      counter("points_returned", "Points given up unwritten; the next sink has them again.");
  public static final Metric BATCHES = counter("batches", "Batches that the store has answered.");
  public static final Metric RETRIES = counter("retries", "Attempts that found no store.");
  public static final Metric REBALANCES =
      counter("rebalances", "How often partitions were taken away.");
  public static final Metric LAG = LagMetric.of(PART);

  static final List<Metric> ALL =
      List.of(
          STORE_ANSWERS,
          RECORDS_READ,
          RECORDS_REJECTED,
          RECORDS_EXPIRED,
          RECORDS_UNWRITTEN,
          POINTS_MADE,
          POINTS_WRITTEN,
          POINTS_REFUSED,
          POINTS_RETURNED,
          BATCHES,
          RETRIES,
          REBALANCES,
          LAG);

  private SinksMetrics() {}

  private static Metric counter(String what, String sentence) {
    return Metric.counter(PART, what, "", sentence);
  }
}
