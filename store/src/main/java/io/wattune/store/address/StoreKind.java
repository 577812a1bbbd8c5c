package io.wattune.store.address;

/** The stores that are known. All but PostgreSQL take InfluxDB's line protocol. */
public enum StoreKind {
  /** QuestDB, such as the embedded one: tables are made, questions are SQL. */
  QUESTDB,
  /** InfluxDB 2: a bucket of an organisation, questions are Flux. */
  INFLUXDB,
  /** InfluxDB 1: a database and, after a slash, a retention policy. Only written to. */
  INFLUXDB1,
  /** VictoriaMetrics: numbers only, and every point that ever came. Only written to. */
  VICTORIAMETRICS,
  /** PostgreSQL, by JDBC: tables are made in a database. Only written to. */
  POSTGRESQL;

  /** Whether the dashboard can ask it. */
  public boolean isRead() {
    return this == QUESTDB || this == INFLUXDB;
  }

  /** Whether a point takes the place of an earlier one with the same tags and time. */
  public boolean replacesPoints() {
    return this != VICTORIAMETRICS;
  }
}
