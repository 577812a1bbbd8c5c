package io.wattune.dashboard.grafana;

import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.ColumnType;
import io.wattune.store.catalogue.Measurement;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A question in Flux about one measurement. Names come from the catalogue: a column that the
 * measurement does not have is refused. Grafana puts the range, the bucket and the width of a
 * window in place of the variables that begin with {@code v.}.
 */
final class Flux {
  private final Measurement measurement;
  private final StringBuilder text = new StringBuilder();

  private Flux(Measurement measurement) {
    this.measurement = measurement;
  }

  /** Everything of a measurement within the board's range. */
  static Flux of(Measurement measurement) {
    return new Flux(measurement)
        .line("from(bucket: v.defaultBucket)")
        .line("  |> range(start: v.timeRangeStart, stop: v.timeRangeStop)")
        .line("  |> filter(fn: (r) => r._measurement == \"" + measurement.name() + "\")");
  }

  /** Only points whose tag has this value. */
  Flux where(Column tag, String value) {
    return step("filter(fn: (r) => r.%s == \"" + value + "\")", tag(tag));
  }

  /** Only points whose tag has the one value that is chosen for a variable. */
  Flux whereIs(Column tag, Variable variable) {
    return step("filter(fn: (r) => r.%s == ${" + variable.name() + ":doublequote})", tag(tag));
  }

  /** Only points whose tag has one of the values that are chosen for a variable. */
  Flux whereAmong(Column tag, Variable variable) {
    return step("filter(fn: (r) => r.%s =~ /^${" + variable.name() + ":regex}$/)", tag(tag));
  }

  /** Only points of the devices of the chosen nodes: a device's id begins with its node's name. */
  Flux ofNodes(Column device, Variable nodes) {
    return step("filter(fn: (r) => r.%s =~ /^${" + nodes.name() + ":regex}\\//)", tag(device));
  }

  /** Only these fields. */
  Flux fields(Column... fields) {
    String wanted =
        Arrays.stream(fields)
            .map(field -> "r._field == \"" + known(field).name() + "\"")
            .collect(Collectors.joining(" or "));
    return line("  |> filter(fn: (r) => " + wanted + ")");
  }

  /** Each point a row, with its fields beside each other. */
  Flux pivot() {
    return step("pivot(rowKey: [\"_time\"], columnKey: [\"_field\"], valueColumn: \"_value\")");
  }

  /** One table of these columns over time, each under its own name. */
  Flux wide(Column... fields) {
    return pivot().group().step("sort(columns: [\"_time\"])").keep("_time", fields);
  }

  /** Only these columns; the first is one that Flux itself has. */
  Flux keep(String first, Column... columns) {
    String names =
        Arrays.stream(columns)
            .map(column -> ", \"" + known(column).name() + '"')
            .collect(Collectors.joining());
    return step("keep(columns: [\"" + first + "\"" + names + "])");
  }

  /** One series for each value of these columns; none for a single one. */
  Flux group(Column... columns) {
    String names =
        Arrays.stream(columns)
            .map(column -> '"' + known(column).name() + '"')
            .collect(Collectors.joining(", "));
    return step(columns.length == 0 ? "group()" : "group(columns: [" + names + "])");
  }

  /** One value for each window of a graph, by a function of Flux. */
  Flux windows(String function) {
    return step("aggregateWindow(every: v.windowPeriod, fn: " + function + ", createEmpty: false)");
  }

  /** A step as it stands, with the names of columns in place of {@code %s}. */
  Flux step(String template, Column... columns) {
    Object[] names = Arrays.stream(columns).map(column -> known(column).name()).toArray();
    return line("  |> " + String.format(template, names));
  }

  /** The whole question. */
  String text() {
    return text.toString();
  }

  private Flux line(String line) {
    text.append(line).append('\n');
    return this;
  }

  private Column tag(Column column) {
    if (column.type() != ColumnType.TAG) {
      throw new IllegalArgumentException("column '" + column.name() + "' is no tag");
    }
    return column;
  }

  private Column known(Column column) {
    if (!measurement.columns().contains(column)) {
      throw new IllegalArgumentException(
          "measurement '" + measurement.name() + "' has no column '" + column.name() + "'");
    }
    return column;
  }
}
