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
    List<@Nullable Object[]> smoothed,
    List<Number> profileChanges) {

  private static final int READING = SeriesAnswer.COLUMNS.size();
  private static final int SMOOTHED = READING + 1;
  private static final int COLUMNS = SMOOTHED + 2;
  private static final int MEAN = 1;
  private static final int ERROR = 4;

  Table table() {
    TreeMap<Double, List<@Nullable Object>> rows = new TreeMap<>();
    for (@Nullable Object[] point : truth) {
      List<@Nullable Object> row = row(rows, point);
      for (int i = 0; i < point.length; i++) {
        row.set(i, point[i]);
      }
    }
    for (@Nullable Object[] point : raw) {
      row(rows, point).set(READING, point[1]);
    }
    for (@Nullable Object[] point : smoothed) {
      List<@Nullable Object> row = row(rows, point);
      row.set(SMOOTHED, point[MEAN]);
      row.set(SMOOTHED + 1, point[ERROR]);
    }
    List<String> columns = new ArrayList<>(SeriesAnswer.COLUMNS);
    columns.add("sensor's reading (W)");
    columns.add("smoothed power (W)");
    columns.add("its standard error (W)");
    return new Table("device-power", columns, List.copyOf(rows.values()));
  }

  /** The row of a point's time, with nothing but that where there was none. */
  private static List<@Nullable Object> row(
      TreeMap<Double, List<@Nullable Object>> rows, @Nullable Object[] point) {
    return rows.computeIfAbsent(
        time(point),
        absent -> {
          @Nullable Object[] row = new @Nullable Object[COLUMNS];
          row[0] = point[0];
          return new ArrayList<>(Arrays.asList(row));
        });
  }

  private static double time(@Nullable Object[] point) {
    return point[0] instanceof Number millis ? millis.doubleValue() : 0;
  }
}
