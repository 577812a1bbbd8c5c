package io.wattune.dashboard.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/energy}. */
record EnergyAnswer(
    Number fromMs,
    Number toMs,
    String by,
    String book,
    String source,
    List<Row> rows,
    @Nullable Double totalJoules,
    @Nullable String note) {

  /** Energy of one name; what quality most of it is, and the share of each where known. */
  record Row(
      String name,
      Map<String, String> labels,
      @Nullable Double energyJoules,
      @Nullable Double errorJoules,
      @Nullable Double shareOfTotal,
      long entries,
      int devices,
      double seconds,
      @Nullable Double meanWatts,
      String quality,
      @Nullable Map<String, Double> qualityShares) {

    private @Nullable String qualityText() {
      return qualityShares == null
          ? null
          : qualityShares.entrySet().stream()
              .map(each -> each.getKey() + " " + Math.round(each.getValue() * 1e4) / 1e4)
              .collect(Collectors.joining(", "));
    }
  }

  Table table() {
    List<List<@Nullable Object>> lines = new ArrayList<>();
    for (Row row : rows) {
      List<@Nullable Object> line = new ArrayList<>();
      line.add(row.name());
      line.add(row.energyJoules());
      line.add(row.errorJoules());
      line.add(row.shareOfTotal());
      line.add(row.entries());
      line.add(row.devices());
      line.add(row.seconds());
      line.add(row.meanWatts());
      line.add(row.quality());
      line.add(row.qualityText());
      lines.add(line);
    }
    return new Table(
        "energy-by-" + by,
        List.of(
            by,
            "energy (J)",
            "standard error (J)",
            "share of total (0..1)",
            "entries",
            "devices",
            "duration (s)",
            "mean power (W)",
            "quality",
            "share of each quality (0..1)"),
        lines);
  }
}
