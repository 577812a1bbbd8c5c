package io.wattune.dashboard.grafana;

import io.wattune.store.catalogue.Column;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One picture of a board.
 *
 * @param title with what is shown, without the unit: the axis has it
 * @param description one or two sentences, for who sees it for the first time
 * @param kind what it looks like
 * @param unit of the values
 * @param width in columns of 24
 * @param height in rows
 * @param queries at least one
 * @param units of columns that differ from the rest, by name
 * @param naming what a series or a bar is called: the values of these columns; empty where columns
 *     say it
 */
record Panel(
    String title,
    String description,
    PanelKind kind,
    Unit unit,
    int width,
    int height,
    List<Question> queries,
    Map<String, Unit> units,
    List<String> naming) {
  private static final int ALL_COLUMNS = 24;

  Panel {
    if (width < 1 || width > ALL_COLUMNS) {
      throw new IllegalArgumentException("width must be in 1..24, was " + width);
    }
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("queries must not be empty, of panel '" + title + "'");
    }
    queries = List.copyOf(queries);
    units = Map.copyOf(units);
    naming = List.copyOf(naming);
  }

  static Panel of(String title, PanelKind kind, Unit unit, int width, int height, Flux... queries) {
    return new Panel(
        title,
        "",
        kind,
        unit,
        width,
        height,
        Arrays.stream(queries).map(flux -> new Question(flux.text(), "")).toList(),
        Map.of(),
        List.of());
  }

  static Panel of(
      String title, PanelKind kind, Unit unit, int width, int height, PromQl... queries) {
    return new Panel(
        title,
        "",
        kind,
        unit,
        width,
        height,
        Arrays.stream(queries).map(PromQl::question).toList(),
        Map.of(),
        List.of());
  }

  Panel saying(String text) {
    return new Panel(title, text, kind, unit, width, height, queries, units, naming);
  }

  /** The same, each series called by the values of these columns. */
  Panel by(Column... columns) {
    List<String> names = Arrays.stream(columns).map(Column::name).toList();
    return new Panel(title, description, kind, unit, width, height, queries, units, names);
  }

  /** The same with another unit for one column. */
  Panel with(Column column, Unit unitOfColumn) {
    return with(column.name(), unitOfColumn);
  }

  Panel with(String column, Unit unitOfColumn) {
    Map<String, Unit> more = new LinkedHashMap<>(units);
    more.put(column, unitOfColumn);
    return new Panel(title, description, kind, unit, width, height, queries, more, naming);
  }
}
