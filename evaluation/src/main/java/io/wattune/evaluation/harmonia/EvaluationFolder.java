package io.wattune.evaluation.harmonia;

import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.tunable.TunableName;
import io.wattune.report.plot.BarPlot;
import io.wattune.report.plot.ScatterPlot;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.offline.RunTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** An evaluation as a folder: a page, and a picture of each figure of the paper. */
final class EvaluationFolder {
  private static final String FULL = "harmonia";
  private static final double PERCENT = 100;

  /** A single bar of 130 % would leave nothing to be seen of the others. */
  private static final double HIGHEST_BAR = 25;

  private final Path folder;
  private final EvaluationReport report;
  private final Evaluation evaluation;
  private final StringBuilder page = new StringBuilder();

  private EvaluationFolder(Path folder, EvaluationReport report) {
    this.folder = folder;
    this.report = report;
    this.evaluation = report.evaluation();
  }

  static void write(Path folder, EvaluationReport report, String command, String remarks)
      throws IOException {
    Files.createDirectories(folder);
    new EvaluationFolder(folder, report).write(command, remarks);
  }

  private void write(String command, String remarks) throws IOException {
    page.append("# Harmonia on a ").append(evaluation.testbed().gpu().product());
    page.append("\n\nMade by `").append(command).append("`. The testbed, its constants and where");
    page.append(" they come from: [hd7970.md](../hd7970.md).\n\n");
    page.append(remarks.strip()).append("\n\n```\n");
    page.append(EvaluationText.of(report)).append("```\n\n");
    changes("ed2", "Energy times delay squared (figure 10)", RelativeRun::ed2);
    changes("energy", "Energy of the card (figure 11)", RelativeRun::energy);
    changes("power", "Power of the card (figure 12)", RelativeRun::power);
    changes("performance", "Performance (figure 13)", RelativeRun::performance);
    if (evaluation.has(FULL)) {
      if (evaluation.result(FULL).runs().containsKey("Graph500")) {
        residencies();
      }
      powerSplit();
    }
    Predictions predictions = report.predictions();
    if (predictions != null) {
      predictions(predictions);
    }
    Files.writeString(folder.resolve("harmonia.md"), page.toString().stripTrailing() + "\n");
  }

  private void changes(String name, String title, ToDoubleFunction<RelativeRun> of)
      throws IOException {
    List<BarPlot.Bars> series = new ArrayList<>();
    for (PolicyResult each : evaluation.results().subList(1, evaluation.results().size())) {
      // A policy that collapses would leave nothing to be seen of the others.
      if (each.mean().ed2() > 2) {
        continue;
      }
      List<Double> values = new ArrayList<>();
      for (String application : applications()) {
        values.add(cut(of.applyAsDouble(each.relative(application))));
      }
      values.add(cut(of.applyAsDouble(each.mean())));
      values.add(cut(of.applyAsDouble(each.meanWithoutStress())));
      series.add(new BarPlot.Bars(each.policy(), values));
    }
    List<String> categories = new ArrayList<>(applications());
    categories.add("mean");
    categories.add("mean, no stress");
    picture(
        name,
        new BarPlot(title, "Change against the baseline (%), cut at +25", categories, series));
  }

  private static double cut(double ratio) {
    return Math.min(HIGHEST_BAR, PERCENT * (ratio - 1));
  }

  private List<String> applications() {
    return evaluation.testbed().applications().stream().map(Application::name).toList();
  }

  private void residencies() throws IOException {
    RunTotals run = evaluation.result(FULL).run("Graph500");
    List<String> categories = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    Map<String, String> units =
        new TreeMap<>(
            Map.of(
                TunableName.CORE_CLOCK, "MHz core",
                TunableName.CU_COUNT, "CUs",
                TunableName.MEMORY_CLOCK, "MHz memory"));
    units.forEach(
        (tunable, unit) ->
            run.shares(tunable)
                .forEach(
                    (value, share) -> {
                      categories.add(String.format(Locale.ROOT, "%d %s", value, unit));
                      values.add(PERCENT * share);
                    }));
    picture(
        "graph500",
        new BarPlot(
            "Graph500 under harmonia: where the tunables stand (figures 15 and 16)",
            "Share of time (%)",
            categories,
            List.of(new BarPlot.Bars(FULL, values))));
  }

  /** Power of GPU and memory over the baseline's sum of both. */
  private void powerSplit() throws IOException {
    List<Double> coreBefore = new ArrayList<>();
    List<Double> core = new ArrayList<>();
    List<Double> memoryBefore = new ArrayList<>();
    List<Double> memory = new ArrayList<>();
    for (String application : applications()) {
      RunTotals own = evaluation.baseline().run(application);
      RunTotals run = evaluation.result(FULL).run(application);
      double all = (own.coreJoules() + own.memoryJoules()) / own.seconds();
      coreBefore.add(PERCENT * own.coreJoules() / own.seconds() / all);
      core.add(PERCENT * run.coreJoules() / run.seconds() / all);
      memoryBefore.add(PERCENT * own.memoryJoules() / own.seconds() / all);
      memory.add(PERCENT * run.memoryJoules() / run.seconds() / all);
    }
    picture(
        "split",
        new BarPlot(
            "Power of GPU and memory (figure 17)",
            "Share of the baseline's sum (%)",
            applications(),
            List.of(
                new BarPlot.Bars("GPU, baseline", coreBefore),
                new BarPlot.Bars("GPU, harmonia", core),
                new BarPlot.Bars("memory, baseline", memoryBefore),
                new BarPlot.Bars("memory, harmonia", memory))));
  }

  private void predictions(Predictions predictions) throws IOException {
    List<ScatterPlot> plots = new ArrayList<>();
    for (Target target : Target.values()) {
      List<ScatterPlot.Cloud> clouds = new ArrayList<>();
      for (Predictor each : List.of(Predictor.TABLE_3, Predictor.LEFT_OUT)) {
        List<Double> predicted = predictions.predicted(target, each);
        clouds.add(new ScatterPlot.Cloud(each.words(), predictions.measured(target), predicted));
      }
      String title = "Sensitivity to " + target.name().toLowerCase(Locale.ROOT);
      plots.add(new ScatterPlot(title, "Measured by a sweep", "Predicted", clouds));
    }
    String file = file("predictions");
    ScatterPlot.write(plots, folder.resolve(file));
    link("Sensitivities of all kernels: predicted against measured", file);
  }

  private void picture(String name, BarPlot plot) throws IOException {
    String file = file(name);
    plot.write(folder.resolve(file));
    link(plot.title(), file);
  }

  private static String file(String name) {
    return "harmonia-" + name + ".png";
  }

  private void link(String title, String file) {
    page.append("![").append(title).append("](").append(file).append(")\n\n");
  }
}
