package io.wattune.evaluation.harmonia;

import io.wattune.core.tunable.TunableName;
import io.wattune.report.Decimals;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.offline.RunTotals;
import io.wattune.testbed.server.DocumentFigure;
import io.wattune.testbed.server.DocumentFigure.Kind;
import io.wattune.testbed.server.DocumentFigures;
import java.util.List;
import java.util.Locale;

/** The figures of the paper beside ours. */
final class PublishedFigures extends DocumentFigures {
  /** Applications that figures speak of. */
  static final List<String> APPLICATIONS =
      List.of("BPT", "CFD", "Graph500", "Stencil", "Streamcluster", "XSBench");

  private static final String CG = "harmonia-cg";
  private static final String FULL = "harmonia";
  private static final String DVFS = "dvfs-only";

  private final Evaluation evaluation;

  /** Values of the testbed may be chosen with published results of policies in view. */
  private final Kind kind;

  private PublishedFigures(Evaluation evaluation) {
    this.evaluation = evaluation;
    this.kind =
        evaluation.testbed().applications().stream().anyMatch(Application::isCalibrated)
            ? Kind.CALIBRATION
            : Kind.PREDICTION;
  }

  /** All that can be said of an evaluation: what was not run is left out. */
  static List<DocumentFigure> of(Evaluation evaluation) {
    var figures = new PublishedFigures(evaluation);
    figures.averages();
    figures.coarseOnly();
    figures.applications();
    figures.adaptation();
    return figures.figures();
  }

  private void add(String what, String published, String ours) {
    add("", what, published, ours, kind);
  }

  private void averages() {
    if (evaluation.has(FULL)) {
      PolicyResult full = evaluation.result(FULL);
      add("ED2, mean of all", "-12 %", change(full.mean().ed2()));
      add("ED2, mean without stress tests", "-12 %", change(full.meanWithoutStress().ed2()));
      add("power, mean of all", "-12 %", change(full.mean().power()));
      add(
          "performance, mean without stress tests",
          "-0.36 %",
          change(full.meanWithoutStress().performance()));
      add("largest loss of performance", "3.6 %", share(full.worstSlowdown()));
      add("ED2 above the oracle's", "within 3 %", share(full.distanceTo(evaluation.oracle())));
      savings(full);
    }
    if (evaluation.has(DVFS)) {
      PolicyResult dvfs = evaluation.result(DVFS);
      add("core clock alone: ED2", "-3 %", change(dvfs.mean().ed2()));
      add("core clock alone: performance", "-1 %", change(dvfs.mean().performance()));
    }
  }

  private void savings(PolicyResult full) {
    double core = 0;
    double memory = 0;
    for (Application application : evaluation.testbed().applications()) {
      RunTotals own = evaluation.baseline().run(application.name());
      RunTotals run = full.run(application.name());
      core += own.coreJoules() / own.seconds() - run.coreJoules() / run.seconds();
      memory += own.memoryJoules() / own.seconds() - run.memoryJoules() / run.seconds();
    }
    String parts =
        String.format(
            Locale.ROOT,
            "%.0f / %.0f %%",
            100 * core / (core + memory),
            100 * memory / (core + memory));
    add("saved power: compute / memory", "64 / 36 %", parts);
  }

  private void coarseOnly() {
    if (!evaluation.has(CG)) {
      return;
    }
    PolicyResult coarse = evaluation.result(CG);
    add("coarse half alone: ED2", "-6 %", change(coarse.mean().ed2()));
    add(
        "coarse half alone: performance",
        "-2.2 %",
        change(coarse.meanWithoutStress().performance()));
    add("coarse half alone: largest loss", "27 %", share(coarse.worstSlowdown()));
    if (evaluation.has(FULL)) {
      double fine = coarse.mean().energy() - evaluation.result(FULL).mean().energy();
      add("energy that the fine half adds", "2 %", share(fine));
    }
  }

  private void applications() {
    if (!evaluation.has(FULL)) {
      return;
    }
    of("BPT", "ED2", "-36 %", change(relative("BPT").ed2()));
    of("BPT", "performance", "+11 %", change(relative("BPT").performance()));
    of("CFD", "performance", "+3 %", change(relative("CFD").performance()));
    of("XSBench", "performance", "+2 or +3 %", change(relative("XSBench").performance()));
    of("XSBench", "power", "-4 %", change(relative("XSBench").power()));
    of("XSBench", "ED2", "-9 %", change(relative("XSBench").ed2()));
    of("Stencil", "power", "-19 %", change(relative("Stencil").power()));
    of("Streamcluster", "performance", "-3.6 %", change(relative("Streamcluster").performance()));
  }

  private void of(String application, String what, String published, String ours) {
    if (evaluation.result(FULL).relatives().containsKey(application)) {
      add(application + ": " + what, published, ours);
    }
  }

  private RelativeRun relative(String application) {
    return evaluation
        .result(FULL)
        .relatives()
        .getOrDefault(application, new RelativeRun(1, 1, 1, 1));
  }

  private void adaptation() {
    if (!evaluation.has(FULL)) {
      return;
    }
    PolicyResult full = evaluation.result(FULL);
    if (full.runs().containsKey("Graph500")) {
      RunTotals graph = full.run("Graph500");
      add("Graph500: time at 32 CUs", "90 %", at(graph, TunableName.CU_COUNT, 32));
      add("Graph500: time at 1 GHz", "100 %", at(graph, TunableName.CORE_CLOCK, 1000));
      for (int[] memory : new int[][] {{1375, 25}, {925, 23}, {775, 42}, {475, 8}}) {
        add(
            "Graph500: time at " + memory[0] + " MHz of memory",
            memory[1] + " %",
            at(graph, TunableName.MEMORY_CLOCK, memory[0]));
      }
    }
    full.runs().values().stream()
        .map(RunTotals::iterationsToConverge)
        .flatMapToDouble(each -> each.stream())
        .average()
        .ifPresent(
            mean ->
                add(
                    "iterations until settings stay",
                    "1 and 3 to 4 more",
                    String.format(Locale.ROOT, "%.1f", mean)));
  }

  private static String at(RunTotals run, String tunable, long value) {
    return share(run.shares(tunable).getOrDefault(value, 0.0));
  }

  /** A ratio as the change that it is. */
  static String change(double ratio) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
  }

  /** A share in percent. */
  static String share(double share) {
    return Decimals.percent(share, 1);
  }
}
