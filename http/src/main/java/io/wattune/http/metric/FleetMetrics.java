package io.wattune.http.metric;

import java.util.List;

/** What a fleet view tells of its inputs and its sums. */
public final class FleetMetrics {
  /** The part. */
  public static final String PART = "fleet";

  public static final Metric RUNNING =
      gauge("running", "1 while the view sums, 0 while its parts change hands.");
  public static final Metric INSTANCES =
      gauge("instances", "Instances of the view that this one knows of, itself among them.");
  public static final Metric NODES = gauge("nodes", "Nodes that this process owns now.");
  public static final Metric DEVICES = gauge("devices", "Devices that it knows in them.");
  public static final Metric RECORDS_READ = counter("records_read", "Records that came.", "topic");
  public static final Metric RECORDS_USED =
      counter("records_used", "Of those, records that went on to the task that owns their node.");
  public static final Metric RECORDS_PASSED_OVER =
      counter("records_passed_over", "Of those, records that say nothing to a sum.", "reason");
  public static final Metric RECORDS_REJECTED =
      counter("records_rejected", "Records that could not be used.", "reason");
  public static final Metric WINDOWS =
      counter("windows", "Windows of energy, by what became of them.", "outcome");
  public static final Metric RECORDS_SENT =
      counter("records_sent", "Records sent to the topic fleet.", "scope");
  public static final Metric SUMS_REPEATED =
      counter("sums_repeated", "Sums of a node or rack that had been read before.");
  public static final Metric STATES_UNREADABLE =
      counter("states_unreadable", "Stored states that could not be read and began anew.");
  public static final Metric THREADS_REPLACED =
      counter("threads_replaced", "Threads that failed and were replaced.");

  static final List<Metric> ALL =
      List.of(
          RUNNING,
          INSTANCES,
          NODES,
          DEVICES,
          RECORDS_READ,
          RECORDS_USED,
          RECORDS_PASSED_OVER,
          RECORDS_REJECTED,
          WINDOWS,
          RECORDS_SENT,
          SUMS_REPEATED,
          STATES_UNREADABLE,
          THREADS_REPLACED);

  private FleetMetrics() {}

  private static Metric gauge(String what, String sentence) {
    return Metric.gauge(PART, what, "", sentence);
  }

  private static Metric counter(String what, String sentence, String... labels) {
    return Metric.counter(PART, what, "", sentence, labels);
  }
}
