package io.wattune.http.metric;

import java.util.List;

/** What a controller tells of its inputs and its decisions. */
public final class ControlMetrics {
  /** The part. */
  public static final String PART = "control";

  public static final Metric RUNNING =
      Metric.gauge(
          PART, "running", "", "1 while the controller decides, 0 while nodes change hands.");
  public static final Metric NODES =
      Metric.gauge(PART, "nodes", "", "Nodes that this process owns now.");
  public static final Metric DEVICES =
      Metric.gauge(PART, "devices", "", "Devices that it knows in them.");
  public static final Metric RECORDS_READ = counter("records_read", "Records that came.", "topic");
  public static final Metric RECORDS_USED =
      counter("records_used", "Of those, records that a device's loop was told of.");
  public static final Metric RECORDS_REJECTED =
      counter("records_rejected", "Of those, records that could not be used.", "reason");
  public static final Metric DECISIONS =
      counter("decisions", "Decisions that were sent; claims are not among them.", "reason");
  public static final Metric CLAIMS = counter("claims", "Claims that were sent.");
  public static final Metric HELD =
      counter("records_held", "Records on which nothing was decided because of a hold.");
  public static final Metric VETOED =
      counter("decisions_vetoed", "Decisions that a guard has vetoed.", "guard");
  public static final Metric NARROWED =
      counter("decisions_narrowed", "Decisions that a guard has narrowed.", "guard");
  public static final Metric REFUSED =
      counter(
          "decisions_refused", "Decisions that nodes refused or failed to carry out.", "reason");
  public static final Metric EVIDENCE =
      counter("evidence", "Counter readings that a policy was shown.");
  public static final Metric EVIDENCE_DISCARDED =
      counter("evidence_discarded", "Counter readings that no policy was shown.", "reason");
  public static final Metric KERNELS_DROPPED =
      counter("kernels_dropped", "Kernels that were forgotten because a device had too many.");
  public static final Metric DEVICES_FORGOTTEN =
      counter("devices_forgotten", "Devices that have gone, or have been silent for too long.");
  public static final Metric OUTRANKED =
      counter("outranked", "How often a node has shown a higher epoch: another owns it.");
  public static final Metric STATES_UNREADABLE =
      counter("states_unreadable", "Stored states that could not be read; devices began anew.");
  public static final Metric HOLDS_UNREADABLE =
      counter("holds_unreadable", "Holds that could not be read; the nodes alone obey them.");
  public static final Metric THREADS_REPLACED =
      counter("threads_replaced", "Threads that failed and were replaced.");
  public static final Metric LAG = LagMetric.of(PART);

  static final List<Metric> ALL =
      List.of(
          RUNNING,
          NODES,
          DEVICES,
          RECORDS_READ,
          RECORDS_USED,
          RECORDS_REJECTED,
          DECISIONS,
          CLAIMS,
          HELD,
          VETOED,
          NARROWED,
          REFUSED,
          EVIDENCE,
          EVIDENCE_DISCARDED,
          KERNELS_DROPPED,
          DEVICES_FORGOTTEN,
          OUTRANKED,
          STATES_UNREADABLE,
          HOLDS_UNREADABLE,
          THREADS_REPLACED,
          LAG);

  private ControlMetrics() {}

  private static Metric counter(String what, String sentence, String... labels) {
    return Metric.counter(PART, what, "", sentence, labels);
  }
}
