package io.wattune.http.metric;

/** What a metric's value does over time. */
public enum MetricKind {
  /** Only grows, from zero at the part's start. */
  COUNTER,
  /** Goes up and down. */
  GAUGE,
  /** Always 1; what it says is in its labels. */
  INFO,
  /** Nothing is said of it: names of others, which do not keep the rules for names. */
  UNTYPED
}
