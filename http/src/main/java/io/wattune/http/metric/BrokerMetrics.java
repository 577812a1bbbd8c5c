package io.wattune.http.metric;

import java.util.List;

/** What the broker that runs as {@code wattune broker} tells. */
public final class BrokerMetrics {
  /** The part. */
  public static final String PART = "broker";

  public static final Metric RUNNING =
      Metric.gauge(PART, "running", "", "1 while it takes connections, else 0.");
  public static final Metric DISK_FREE =
      Metric.gauge(PART, "disk_free", "bytes", "Room that is left where its data are.");

  static final List<Metric> ALL = List.of(RUNNING, DISK_FREE);

  private BrokerMetrics() {}
}
