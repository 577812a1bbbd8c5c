package io.wattune.dashboard.grafana;

/** How a panel writes values, by Grafana's names. */
enum Unit {
  WATTS("watt"),
  JOULES("joule"),
  SECONDS("s"),
  /** A fraction of 1, written in percent. */
  FRACTION("percentunit"),
  COUNT("short"),
  /** A quality code, written as its word. */
  QUALITY("none"),
  /** Text, and numbers whose unit stands beside them. */
  PLAIN("none"),
  PER_SECOND("cps");

  private final String id;

  Unit(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }
}
