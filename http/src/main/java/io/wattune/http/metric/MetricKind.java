package io.wattune.http.metric;

/** What a metric's value does over time. */
public enum MetricKind {
  /** Only grows, from zero at the part's start. */
  COUNTER,
  /** Goes up and down. */
  GAUGE
}
