package io.wattune.store.address;

/** The stores that are known. All of them take InfluxDB's line protocol. */
public enum StoreKind {
  /** QuestDB, such as the embedded one: tables are made, questions are SQL. */
  QUESTDB,
  /** InfluxDB 2: a bucket of an organisation, questions are Flux. */
  INFLUXDB
}
