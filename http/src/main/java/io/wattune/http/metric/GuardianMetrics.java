package io.wattune.http.metric;

import java.util.List;

/** What a guardian tells of the writers that it watches. */
public final class GuardianMetrics {
  /** The part. */
  public static final String PART = "guardian";

  public static final Metric RESTORES =
      Metric.counter(
          PART,
          "restores",
          "",
          "How often it has put back all own settings of the node, verified.",
          "node");
  public static final Metric KILLS =
      Metric.counter(
          PART, "kills", "", "How often it has killed a writer that hung past a lease.", "node");
  public static final Metric RESTARTS_ASKED =
      Metric.counter(
          PART,
          "restarts_asked",
          "",
          "How often a guardian without privileges has asked that setter and restorer be started"
              + " again, since the restorer stood still.",
          "node");
  public static final Metric TROUBLE =
      Metric.gauge(
          PART,
          "trouble",
          "",
          "1 while something is to be put back and cannot be, else 0; the log says what.",
          "node");
  public static final Metric JOURNAL_PRESENT =
      Metric.gauge(
          PART,
          "journal_present",
          "",
          "1 while a writer's journal is there: own settings may have to be put back.",
          "node");
  public static final Metric WRITER_STILL =
      Metric.gauge(
          PART,
          "writer_still",
          "seconds",
          "For how long the writer's heartbeat has stood still.",
          "node");
  public static final Metric LOOKED =
      Metric.gauge(
          PART,
          "looked",
          "seconds",
          "For how long whoever restores has not looked: the guardian, or the restorer where a guardian"
              + " without privileges tells. It looks fifty times a second.",
          "node");

  static final List<Metric> ALL =
      List.of(RESTORES, KILLS, RESTARTS_ASKED, TROUBLE, JOURNAL_PRESENT, WRITER_STILL, LOOKED);

  private GuardianMetrics() {}
}
