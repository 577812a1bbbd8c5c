package io.wattune.dashboard.grafana;

import static io.wattune.store.catalogue.PointCatalogue.BOOK;
import static io.wattune.store.catalogue.PointCatalogue.DEVICE;
import static io.wattune.store.catalogue.PointCatalogue.ENERGY;
import static io.wattune.store.catalogue.PointCatalogue.POWER;

import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.Measurement;
import java.util.List;

/** Every board, and what can be chosen on them. */
public final class Boards {
  static final Variable NODES =
      new Variable(
          "node",
          "node",
          """
          import "influxdata/influxdb/schema"
          import "strings"

          schema.measurementTagValues(bucket: v.defaultBucket, measurement: "%s", tag: "%s")
            |> map(fn: (r) => ({_value: strings.split(v: r._value, t: "/")[0]}))
            |> distinct()
          """
              .formatted(POWER.name(), DEVICE.name()),
          true);

  static final Variable DEVICES = new Variable("device", "device", valuesOf(POWER, DEVICE), false);

  static final Variable BOOKS = new Variable("book", "book", valuesOf(ENERGY, BOOK), false);

  private Boards() {}

  /** All boards over the store, in the order in which one would look at them. */
  public static List<Board> all() {
    return List.of(FleetBoard.of(), DeviceBoard.of(), ControlBoard.of(), HealthBoard.of());
  }

  /** Those over the parts' own metrics, for who has a Prometheus that scrapes them. */
  public static List<Board> ofMetrics() {
    return List.of(PowerBoard.of(), AgentsBoard.of());
  }

  private static String valuesOf(Measurement measurement, Column tag) {
    return """
    import "influxdata/influxdb/schema"

    schema.measurementTagValues(bucket: v.defaultBucket, measurement: "%s", tag: "%s")
    """
        .formatted(measurement.name(), tag.name());
  }
}
