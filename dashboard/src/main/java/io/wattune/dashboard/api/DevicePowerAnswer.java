package io.wattune.dashboard.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/devices/{id}/power}. */
record DevicePowerAnswer(
    Number fromMs,
    Number toMs,
    double stepMs,
    String source,
    @Nullable String note,
    List<@Nullable Object[]> raw,
    @JsonProperty("true") List<@Nullable Object[]> truth,
    List<Number> profileChanges) {

  Table table() {
    TreeMap<Double, List<@Nullable Object>> rows = new TreeMap<>();
    for (@Nullable Object[] point : truth) {
      List<@Nullable Object> row = new ArrayList<>(Arrays.asList(point));
      row.add(null);
      rows.put(time(point), row);
    }
    for (@Nullable Object[] point : raw) {
      List<@Nullable Object> row =
          rows.computeIfAbsent(
              time(point),
              absent ->
                  new ArrayList<>(Arrays.asList(point[0], null, null, null, null, null, null)));
      row.set(SeriesAnswer.COLUMNS.size(), point[1]);
    }
    List<String> columns = new ArrayList<>(SeriesAnswer.COLUMNS);
    columns.add("sensor's reading (W)");
    return new Table("device-power", columns, List.copyOf(rows.values()));
  }

  private static double time(@Nullable Object[] point) {
    return point[0] instanceof Number millis ? millis.doubleValue() : 0;
  }
}
