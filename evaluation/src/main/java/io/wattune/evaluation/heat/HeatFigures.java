package io.wattune.evaluation.heat;

import io.wattune.testbed.heat.HeatEvaluation;
import io.wattune.testbed.heat.HeatEvaluation.Row;
import io.wattune.testbed.server.DocumentFigure;
import io.wattune.testbed.server.DocumentFigure.Kind;
import io.wattune.testbed.server.DocumentFigures;
import java.util.List;
import java.util.Locale;

/** The figures of [C] chapter 5 beside ours. */
final class HeatFigures extends DocumentFigures {
  private static final String SLOWDOWN = "5.8a";
  private static final String ENERGY = "5.8b";
  private static final double FLAT = 0.2;

  private HeatFigures() {}

  static List<DocumentFigure> of(HeatEvaluation evaluation, List<Row> rows) {
    var figures = new HeatFigures();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (var workload : evaluation.card().data().workloads()) {
      double watts = evaluation.meanWatts(workload);
      least = Math.min(least, watts);
      most = Math.max(most, watts);
    }
    figures.add(
        "5.2",
        "power of the workloads",
        "within the card's 75 W; GPUWattch above 100 W",
        format("%.1f to %.1f W", least, most),
        Kind.CALIBRATION);
    figures.needCard("5.2", "error of average power", "9 %");
    figures.needCard("5.3", "the camera and its cooling", "a photograph");
    figures.needCard("5.4", "images before and after the median filter", "pictures");
    figures.needCard("5.5", "temperature, difference and power of micro-benchmarks", "pictures");
    figures.needCard("5.6", "floor plan", "a drawing");
    figures.needCard("5.7", "error of blocks' temperatures", "10.1 %, below 20 % but lavaMD");
    figures.slowdowns(rows);
    figures.energies(rows);
    return figures.figures();
  }

  private void needCard(String figure, String what, String published) {
    add(figure, what, published, "-", Kind.NEEDS_THE_CARD);
  }

  private void slowdowns(List<Row> rows) {
    double most = rows.stream().mapToDouble(Row::documentSlowdown).max().orElse(1);
    double least = rows.stream().mapToDouble(Row::documentSlowdown).min().orElse(1);
    add(SLOWDOWN, "slowdown", "1 to 10 x", format("%.2f to %.2f x", least, most));
    add(
        SLOWDOWN,
        "slowdown of lud",
        "up to 600 x (a clock can take 13.0 x)",
        format(
            "up to %.2f x",
            rows.stream()
                .filter(row -> row.workload().equals("lud"))
                .mapToDouble(Row::documentSlowdown)
                .max()
                .orElse(1)));
    for (double reduction : new double[] {0.3, 0.4, 0.5}) {
      long all = rows.stream().filter(row -> row.reduction() == reduction).count();
      long missed =
          rows.stream().filter(row -> row.reduction() == reduction && !row.isReachable()).count();
      if (all > 0) {
        add(
            SLOWDOWN,
            format("limits %.0f %% below: not reached at 131 MHz", 100 * reduction),
            reduction < 0.4 ? "few" : "most",
            missed + " of " + all);
      }
    }
  }

  private void energies(List<Row> rows) {
    long flat = rows.stream().filter(row -> Math.abs(energy(row) - 1) <= FLAT).count();
    add(ENERGY, "energy within 20 % of that without a limit", "most", flat + " of " + rows.size());
    for (String workload : List.of("myocyte", "nw")) {
      double mean =
          rows.stream()
              .filter(row -> row.workload().equals(workload))
              .mapToDouble(HeatFigures::energy)
              .average()
              .orElse(Double.NaN);
      if (!Double.isNaN(mean)) {
        add(ENERGY, "energy of " + workload, "less", format("%+.0f %%", 100 * (mean - 1)));
      }
    }
  }

  private static double energy(Row row) {
    return row.document().joules() / row.free().joules();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
