package io.wattune.store.questdb;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.Measurement;
import io.wattune.store.catalogue.PointCatalogue;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of the catalogue. QuestDB makes a table by itself when a point of a new measurement
 * comes, but one in which every repeat is another row; so they are made before the first point,
 * with keys by which a point replaces its like.
 */
public final class QuestDbTables {
  /** The designated time stamp. */
  public static final String TIME = "timestamp";

  private final SqlClient sql;

  public QuestDbTables(SqlClient sql) {
    this.sql = sql;
  }

  /**
   * Makes the tables that are missing, and the columns that a table of an earlier release has not;
   * turns replacing on where somebody else made one.
   */
  public void create() throws IOException, SqlException {
    for (Measurement measurement : PointCatalogue.all()) {
      sql.run(createStatement(measurement));
      addColumns(measurement);
    }
    Map<String, Boolean> replaces = new HashMap<>();
    for (JsonNode row : sql.run("select table_name, dedup from tables()")) {
      replaces.put(row.get(0).asText(), row.get(1).asBoolean());
    }
    for (Measurement measurement : PointCatalogue.all()) {
      if (!replaces.getOrDefault(measurement.name(), false)) {
        sql.run(
            "alter table " + measurement.name() + " dedup enable upsert keys" + keys(measurement));
      }
    }
  }

  /** A question about a column that no point has had yet would be refused. */
  private void addColumns(Measurement measurement) throws IOException, SqlException {
    Set<String> known = new HashSet<>();
    for (JsonNode row :
        sql.run("select \"column\" from table_columns('" + measurement.name() + "')")) {
      known.add(row.get(0).asText());
    }
    for (Column column : measurement.columns()) {
      if (!known.contains(column.name())) {
        sql.run(
            "alter table %s add column if not exists %s %s"
                .formatted(measurement.name(), column.name(), column.type().sqlType()));
      }
    }
  }

  /**
   * Drops what is older than so long from now on, and goes by the newest point: whole days of the
   * calendar go, with the commit that makes them too old, so that up to a day more is kept. Time
   * stamps in the future do not hasten it.
   *
   * @param keep whole days
   */
  public void keep(Duration keep) throws IOException, SqlException {
    long days = keep.toDays();
    if (days < 1 || !keep.equals(Duration.ofDays(days))) {
      throw new IllegalArgumentException("keep must be whole days, 1 or more, was " + keep);
    }
    for (Measurement measurement : PointCatalogue.all()) {
      sql.run("alter table " + measurement.name() + " set ttl " + days + " days");
    }
  }

  static String createStatement(Measurement measurement) {
    String columns =
        measurement.columns().stream()
            .map(column -> ", " + column.name() + " " + column.type().sqlType())
            .collect(Collectors.joining());
    return ("create table if not exists %s (%s TIMESTAMP%s) timestamp(%s) partition by day "
            + "wal dedup upsert keys%s")
        .formatted(measurement.name(), TIME, columns, TIME, keys(measurement));
  }

  private static String keys(Measurement measurement) {
    return keyColumns(measurement).stream()
        .map(column -> ", " + column.name())
        .collect(Collectors.joining("", "(" + TIME, ")"));
  }

  private static List<Column> keyColumns(Measurement measurement) {
    return Stream.concat(measurement.tags().stream(), measurement.identity().stream()).toList();
  }
}
