package io.wattune.dashboard.grafana;

/** What a panel looks like. */
enum PanelKind {
  /** The newest value, large. */
  STAT("stat"),
  /** Lines over time. */
  LINES("timeseries"),
  /** Lines that stay where they are until the next point. */
  STEPS("timeseries"),
  /** Bars over time. */
  BARS("timeseries"),
  /** Coloured stretches over time. */
  STRIP("state-timeline"),
  /** One bar for each row. */
  GAUGES("bargauge"),
  TABLE("table");

  private final String type;

  PanelKind(String type) {
    this.type = type;
  }

  /** Grafana's name of the plug-in. */
  String type() {
    return type;
  }
}
