package io.wattune.http;

/** How a part does, from best to worst. */
public enum HealthStatus {
  /** It does its work. */
  UP,
  /** It does its work, but not all of it, or late. */
  DEGRADED,
  /** It does not do its work. */
  DOWN
}
