package io.wattune.sinks.influx;

import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.ColumnType;
import io.wattune.store.catalogue.Measurement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of a measurement: its time, in microseconds, its tags, and its fields. Time, tags and
 * the fields that distinguish points are the primary key, so that a point replaces its like; of
 * points with a revision an older one replaces nothing.
 */
final class PostgresTable {
  /** The time's column, by TimescaleDB's custom. */
  static final String TIME = "time";

  private static final String REVISION = "revision";
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_MICRO = 1_000L;

  private final Measurement measurement;
  private final List<Column> keys;

  PostgresTable(Measurement measurement) {
    this.measurement = measurement;
    this.keys =
        Stream.concat(measurement.tags().stream(), measurement.identity().stream()).toList();
  }

  /**
   * The statements that create the table, or add the columns that a table of an earlier release
   * does not have.
   */
  List<String> statements() {
    List<String> statements = new ArrayList<>();
    String columns =
        keys.stream()
            .map(key -> ", " + key.name() + " " + type(key) + " not null")
            .collect(Collectors.joining());
    statements.add(
        "create table if not exists "
            + measurement.name()
            + " ("
            + TIME
            + " timestamptz not null"
            + columns
            + ", primary key ("
            + keyNames()
            + "))");
    for (Column column : measurement.columns()) {
      if (!keys.contains(column)) {
        statements.add(
            "alter table "
                + measurement.name()
                + " add column if not exists "
                + column.name()
                + " "
                + type(column));
      }
    }
    return statements;
  }

  /** What writes one point. */
  String insert() {
    List<Column> columns = measurement.columns();
    String replaced =
        columns.stream()
            .filter(column -> !keys.contains(column))
            .map(column -> column.name() + " = excluded." + column.name())
            .collect(Collectors.joining(", "));
    boolean hasRevision = columns.stream().anyMatch(column -> column.name().equals(REVISION));
    return "insert into "
        + measurement.name()
        + " ("
        + TIME
        + columns.stream().map(column -> ", " + column.name()).collect(Collectors.joining())
        + ") values (?"
        + ", ?".repeat(columns.size())
        + ") on conflict ("
        + keyNames()
        + ") do update set "
        + replaced
        + (hasRevision ? " where " + measurement.name() + ".revision <= excluded.revision" : "");
  }

  /** Gives a point to a statement of {@link #insert}. */
  void fill(PreparedStatement statement, PointLine point) throws SQLException {
    long micros = Math.floorDiv(point.timeNanos(), NANOS_PER_MICRO);
    Instant time =
        Instant.ofEpochSecond(
            Math.floorDiv(micros * NANOS_PER_MICRO, NANOS_PER_SECOND),
            Math.floorMod(micros * NANOS_PER_MICRO, NANOS_PER_SECOND));
    statement.setObject(1, OffsetDateTime.ofInstant(time, ZoneOffset.UTC));
    int place = 2;
    for (Column column : measurement.columns()) {
      fill(statement, place++, column, point.columns());
    }
  }

  private void fill(
      PreparedStatement statement, int place, Column column, Map<String, Object> values)
      throws SQLException {
    Object value = values.get(column.name());
    if (value != null) {
      statement.setObject(place, value);
    } else if (keys.contains(column)) {
      // A primary key has no nulls; no tag is the empty tag, as in the line protocol.
      statement.setObject(place, column.type() == ColumnType.INTEGER ? (Object) 0L : "");
    } else {
      statement.setNull(place, sqlType(column));
    }
  }

  private String keyNames() {
    return TIME + keys.stream().map(key -> ", " + key.name()).collect(Collectors.joining());
  }

  private static String type(Column column) {
    return switch (column.type()) {
      case TAG, TEXT -> "text";
      case DECIMAL -> "double precision";
      case INTEGER -> "bigint";
      case FLAG -> "boolean";
    };
  }

  private static int sqlType(Column column) {
    return switch (column.type()) {
      case TAG, TEXT -> Types.VARCHAR;
      case DECIMAL -> Types.DOUBLE;
      case INTEGER -> Types.BIGINT;
      case FLAG -> Types.BOOLEAN;
    };
  }
}
