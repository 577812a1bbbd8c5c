package io.wattune.dashboard.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/fleet/power}. */
record SeriesAnswer(
    Number fromMs,
    Number toMs,
    double stepMs,
    String source,
    @Nullable String note,
    List<ChartLine> series) {

  /** One line of the chart; a point is {@code [ms, mean, low, high, error, quality code]}. */
  record ChartLine(String name, List<@Nullable Object[]> points) {}

  static final List<String> COLUMNS =
      List.of(
          "time (ms since 1970)",
          "mean power (W)",
          "lowest power (W)",
          "highest power (W)",
          "standard error (W)",
          "quality code");

  Table table() {
    List<String> columns = new ArrayList<>(List.of("series"));
    columns.addAll(COLUMNS);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ChartLine each : series) {
      for (@Nullable Object[] point : each.points()) {
        List<@Nullable Object> row = new ArrayList<>();
        row.add(each.name());
        row.addAll(Arrays.asList(point));
        rows.add(row);
      }
    }
    return new Table("fleet-power", columns, rows);
  }
}
