package io.wattune.dashboard.api;

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
    return Table.of(
        "energy-by-" + by,
        rows,
        new Table.Column<>(by, Row::name),
        new Table.Column<>("energy (J)", Row::energyJoules),
        new Table.Column<>("standard error (J)", Row::errorJoules),
        new Table.Column<>("share of total (0..1)", Row::shareOfTotal),
        new Table.Column<>("entries", Row::entries),
        new Table.Column<>("devices", Row::devices),
        new Table.Column<>("duration (s)", Row::seconds),
        new Table.Column<>("mean power (W)", Row::meanWatts),
        new Table.Column<>("quality", Row::quality),
        new Table.Column<>("share of each quality (0..1)", Row::qualityText));
  }
}
