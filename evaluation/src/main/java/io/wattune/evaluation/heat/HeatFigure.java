package io.wattune.evaluation.heat;

import io.wattune.testbed.heat.HeatEvaluation;
import io.wattune.testbed.heat.HeatEvaluation.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A figure of [C] chapter 5 beside ours.
 *
 * @param figure its number
 * @param what what of it
 * @param published as it has it
 * @param ours as it came out
 * @param kind what agreement shows
 */
record HeatFigure(String figure, String what, String published, String ours, Kind kind) {
  private static final String SLOWDOWN = "5.8a";
  private static final String ENERGY = "5.8b";
  private static final double FLAT = 0.2;

  /** What agreement shows. */
  enum Kind {
    /** Nothing: values of the testbed were chosen for it. */
    CALIBRATION("calibration"),
    /** Something: it came out. */
    PREDICTION("prediction"),
    /** There is nothing to hold it against without the card and the camera. */
    NEEDS_THE_CARD("needs the card");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  static List<HeatFigure> of(HeatEvaluation evaluation, List<Row> rows) {
    List<HeatFigure> figures = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (var workload : evaluation.card().data().workloads()) {
      double watts = evaluation.meanWatts(workload);
      least = Math.min(least, watts);
      most = Math.max(most, watts);
    }
    figures.add(
        new HeatFigure(
            "5.2",
            "power of the workloads",
            "within the card's 75 W; GPUWattch above 100 W",
            format("%.1f to %.1f W", least, most),
            Kind.CALIBRATION));
    needCard(figures, "5.2", "error of average power", "9 %");
    needCard(figures, "5.3", "the camera and its cooling", "a photograph");
    needCard(figures, "5.4", "images before and after the median filter", "pictures");
    needCard(figures, "5.5", "temperature, difference and power of micro-benchmarks", "pictures");
    needCard(figures, "5.6", "floor plan", "a drawing");
    needCard(figures, "5.7", "error of blocks' temperatures", "10.1 %, below 20 % but lavaMD");
    slowdowns(figures, rows);
    energies(figures, rows);
    return List.copyOf(figures);
  }

  private static void needCard(
      List<HeatFigure> figures, String figure, String what, String published) {
    figures.add(new HeatFigure(figure, what, published, "-", Kind.NEEDS_THE_CARD));
  }

  private static void slowdowns(List<HeatFigure> figures, List<Row> rows) {
    double most = rows.stream().mapToDouble(Row::documentSlowdown).max().orElse(1);
    double least = rows.stream().mapToDouble(Row::documentSlowdown).min().orElse(1);
    figures.add(
        new HeatFigure(
            SLOWDOWN,
            "slowdown",
            "1 to 10 x",
            format("%.2f to %.2f x", least, most),
            Kind.PREDICTION));
    figures.add(
        new HeatFigure(
            SLOWDOWN,
            "slowdown of lud",
            "up to 600 x (a clock can take 13.0 x)",
            format(
                "up to %.2f x",
                rows.stream()
                    .filter(row -> row.workload().equals("lud"))
                    .mapToDouble(Row::documentSlowdown)
                    .max()
                    .orElse(1)),
            Kind.PREDICTION));
    for (double reduction : new double[] {0.3, 0.4, 0.5}) {
      long all = rows.stream().filter(row -> row.reduction() == reduction).count();
      long missed =
          rows.stream().filter(row -> row.reduction() == reduction && !row.isReachable()).count();
      if (all > 0) {
        figures.add(
            new HeatFigure(
                SLOWDOWN,
                format("limits %.0f %% below: not reached at 131 MHz", 100 * reduction),
                reduction < 0.4 ? "few" : "most",
                missed + " of " + all,
                Kind.PREDICTION));
      }
    }
  }

  private static void energies(List<HeatFigure> figures, List<Row> rows) {
    long flat = rows.stream().filter(row -> Math.abs(energy(row) - 1) <= FLAT).count();
    figures.add(
        new HeatFigure(
            ENERGY,
            "energy within 20 % of that without a limit",
            "most",
            flat + " of " + rows.size(),
            Kind.PREDICTION));
    for (String workload : List.of("myocyte", "nw")) {
      double mean =
          rows.stream()
              .filter(row -> row.workload().equals(workload))
              .mapToDouble(HeatFigure::energy)
              .average()
              .orElse(Double.NaN);
      if (!Double.isNaN(mean)) {
        figures.add(
            new HeatFigure(
                ENERGY,
                "energy of " + workload,
                "less",
                format("%+.0f %%", 100 * (mean - 1)),
                Kind.PREDICTION));
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
