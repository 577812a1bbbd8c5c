package io.wattune.http.metric;

import java.util.List;

/** What a writer tells of its nodes. */
public final class WriterMetrics {
  /** The part. */
  public static final String PART = "writer";

  public static final Metric DEVICE_TUNED =
      Metric.gauge(
          PART,
          "device_tuned",
          "",
          "1 while the device may have other settings than its own, else 0.",
          "node",
          "device");
  public static final Metric HOMEWARD =
      Metric.gauge(
          PART,
          "homeward",
          "seconds",
          "Time until own settings are put back unless a decision comes; 0 where they are there or"
              + " on their way.",
          "node",
          "device");
  public static final Metric MAY_WRITE =
      perNode("may_write", "1 where tuning is on and the journal is whole, else 0.");
  public static final Metric IN_SHADOW =
      perNode("in_shadow", "1 where the writer only says what it would write, else 0.");
  public static final Metric OUTSIDE_CHANGES =
      Metric.counter(
          PART,
          "outside_changes",
          "",
          "Values set by somebody else that became own settings; those set again are actuations"
              + " with the reason outside-change.",
          "node",
          "device");
  public static final Metric GUARDIAN_PRESENT =
      perNode("guardian_present", "1 while a guardian watches this writer, else 0.");
  public static final Metric HOLDS_READ =
      perNode("holds_read", "1 once the holds have been read; until then everything is held.");
  public static final Metric RUNNING_REFUSED =
      Metric.counter(
          PART,
          "running_refused",
          "",
          "Times that what the agent says of what runs was not believed, by the reason; one that"
              + " lasts counts once. Default configurations hold then.",
          "node",
          "reason");
  public static final Metric ACTUATIONS =
      Metric.counter(
          PART,
          "actuations",
          "",
          "What became of decisions, and of devices by themselves.",
          "node",
          "outcome",
          "reason");
  public static final Metric RECORDS_SENT =
      Metric.counter(PART, "records_sent", "", "Actuations and rejects that the broker has.");
  public static final Metric RECORDS_LOST =
      Metric.counter(
          PART,
          "records_lost",
          "",
          "Actuations and rejects that were given up: the broker was away for too long.");
  public static final Metric DECISIONS_READ =
      Metric.gauge(
          PART, "decisions_read", "", "1 while decisions are read from the broker, else 0.");
  public static final Metric LAG = LagMetric.of(PART);

  static final List<Metric> ALL =
      List.of(
          DEVICE_TUNED,
          HOMEWARD,
          MAY_WRITE,
          IN_SHADOW,
          OUTSIDE_CHANGES,
          RUNNING_REFUSED,
          GUARDIAN_PRESENT,
          HOLDS_READ,
          ACTUATIONS,
          RECORDS_SENT,
          RECORDS_LOST,
          DECISIONS_READ,
          LAG);

  private WriterMetrics() {}

  private static Metric perNode(String what, String sentence) {
    return Metric.gauge(PART, what, "", sentence, "node");
  }
}
