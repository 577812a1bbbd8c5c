package io.wattune.http.metric;

import java.util.List;

/** What the archive's writer tells. */
public final class ArchiveMetrics {
  /** The part. */
  public static final String PART = "archive";

  public static final Metric WORKS =
      Metric.gauge(PART, "works", "", "1 while it can read and write, else 0.");
  public static final Metric COMMITS = counter("commits", "Commits that it has written.");
  public static final Metric FILES = counter("files", "Files in these commits.");
  public static final Metric RECORDS_ARCHIVED =
      counter("records_archived", "Records in these commits.");
  public static final Metric RECORDS_UNREADABLE =
      counter("records_unreadable", "Of those, records that it could only keep as bytes.");
  public static final Metric RECORDS_LOST =
      counter("records_lost", "Records that the broker deleted before they were read.");
  public static final Metric RECORDS_GATHERED =
      Metric.gauge(
          PART, "records_gathered", "", "Records that wait in memory for the next commit.");
  public static final Metric LAG = LagMetric.of(PART);

  static final List<Metric> ALL =
      List.of(
          WORKS,
          COMMITS,
          FILES,
          RECORDS_ARCHIVED,
          RECORDS_UNREADABLE,
          RECORDS_LOST,
          RECORDS_GATHERED,
          LAG);

  private ArchiveMetrics() {}

  private static Metric counter(String what, String sentence) {
    return Metric.counter(PART, what, "", sentence);
  }
}
