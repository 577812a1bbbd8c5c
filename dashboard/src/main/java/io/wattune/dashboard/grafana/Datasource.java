package io.wattune.dashboard.grafana;

/** What a board asks. */
public enum Datasource {
  /** The store, in Flux: what the pipeline has found out. */
  STORE("influxdb", "wattune-influxdb", "query"),
  /** A Prometheus that scrapes the parts, in PromQL: how the parts themselves fare. */
  METRICS("prometheus", "wattune-prometheus", "expr");

  private final String type;
  private final String uid;
  private final String questionKey;

  Datasource(String type, String uid, String questionKey) {
    this.type = type;
    this.uid = uid;
    this.questionKey = questionKey;
  }

  /** Grafana's name of the plug-in. */
  public String type() {
    return type;
  }

  /** The uid by which boards find it. */
  public String uid() {
    return uid;
  }

  /** Where a panel's target has its question. */
  String questionKey() {
    return questionKey;
  }
}
