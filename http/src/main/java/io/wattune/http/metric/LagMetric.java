package io.wattune.http.metric;

/** Consumer lag means the same in every part that consumes. */
final class LagMetric {
  private LagMetric() {}

  static Metric of(String part) {
    return Metric.gauge(
        part,
        "lag_records",
        "",
        "Records of the topic that this process was given to read and has not read yet; topics of"
            + " which nothing was read yet are absent.",
        "topic");
  }
}
