package io.wattune.http.metric;

import java.util.List;

/** What an instance of the fleet view tells. */
public final class FleetMetrics {
  /** The part. */
  public static final String PART = "fleet";

  public static final Metric RUNNING =
      Metric.gauge(PART, "running", "", "1 while the view sums, 0 while parts change hands.");
  public static final Metric INSTANCES =
      Metric.gauge(PART, "instances", "", "Instances of the view, this one among them.");
  public static final Metric NODES =
      Metric.gauge(PART, "nodes", "", "Nodes that this instance owns now.");
  public static final Metric DEVICES =
      Metric.gauge(PART, "devices", "", "Devices in the sums of these nodes.");
  public static final Metric RECORDS_READ = counter("records_read", "Records that came.", "topic");
  public static final Metric RECORDS_USED =
      counter("records_used", "Of those, records that went on to their node.");
  public static final Metric RECORDS_PASSED_OVER =
      counter(
          "records_passed_over",
          "Of those, records that say nothing to a sum: entries of other books, blocks without true"
              + " power.",
          "reason");
  public static final Metric RECORDS_REJECTED =
      counter(
          "records_rejected",
          "Records that could not be used, the view's own topics included.",
          "reason");
  public static final Metric WINDOWS =
      counter("windows", "Windows of energy, by what became of them.", "fate");
  public static final Metric SUMS_SENT =
      counter("sums_sent", "Sums sent to the topic of the fleet.", "scope");
  public static final Metric SUMS_REPEATED =
      counter("sums_repeated", "Sums of a node or rack that had been read before.");
  public static final Metric STATES_UNREADABLE =
      counter("states_unreadable", "Stored states that could not be read; they began anew.");
  public static final Metric THREADS_REPLACED =
      counter("threads_replaced", "Threads that failed and were replaced.");
  public static final Metric POWER =
      device("power", "watts", "Newest true power of a device that is in the sums and fresh.");
  public static final Metric POWER_ERROR = device("power_error", "watts", "Its standard error.");
  public static final Metric QUALITY =
      device(
          "power_quality",
          "",
          "Quality of its newest sample: 0 measured, 1 corrected, 2 estimated, 3 gap, 4 invalid.");
  public static final Metric AGE =
      device("power_age", "seconds", "Age of its newest sample, by the node's clock.");
  public static final Metric ENERGY =
      Metric.counter(
          PART,
          "device_energy",
          "joules",
          "Energy of a device that is in the sums, since the view began. It never falls while the"
              + " instance runs: where a correction takes some away, it stands until what comes"
              + " makes up for it.",
          "node",
          "rack",
          "device");
  public static final Metric LAG = LagMetric.of(PART);

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
          SUMS_SENT,
          SUMS_REPEATED,
          STATES_UNREADABLE,
          THREADS_REPLACED,
          POWER,
          POWER_ERROR,
          QUALITY,
          AGE,
          ENERGY,
          LAG);

  private FleetMetrics() {}

  private static Metric device(String what, String unit, String sentence) {
    return Metric.gauge(PART, "device_" + what, unit, sentence, "node", "rack", "device");
  }

  private static Metric counter(String what, String sentence, String... labels) {
    return Metric.counter(PART, what, "", sentence, labels);
  }
}
