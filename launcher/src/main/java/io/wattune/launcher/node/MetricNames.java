package io.wattune.launcher.node;

/** Under which names an agent's {@code /metrics} shows power and energy. */
enum MetricNames {
  /** Wattune's own. */
  OWN,
  /** These, and those of DCGM and Kepler for the same quantities. */
  DCGM
}
