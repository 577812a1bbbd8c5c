package io.wattune.dashboard.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An answer as a table.
 *
 * @param name of the file, without its end
 * @param columns headings, with units
 * @param rows one value for each column; null where there is none
 */
record Table(String name, List<String> columns, List<List<@Nullable Object>> rows) {

  /** A column: its heading, with a unit, and its value for each row; null where there is none. */
  record Column<T>(String heading, Function<T, @Nullable Object> value) {}

  /** A row for each of some things. */
  @SafeVarargs
  static <T> Table of(String name, Collection<T> things, Column<T>... columns) {
    List<String> headings = new ArrayList<>();
    for (Column<T> column : columns) {
      headings.add(column.heading());
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (T each : things) {
      List<@Nullable Object> row = new ArrayList<>();
      for (Column<T> column : columns) {
        row.add(column.value().apply(each));
      }
      rows.add(row);
    }
    return new Table(name, headings, rows);
  }
}
