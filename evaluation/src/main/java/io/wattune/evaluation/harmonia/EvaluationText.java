package io.wattune.evaluation.harmonia;

import io.wattune.core.sensitivity.LinearModel;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.offline.RunTotals;
import io.wattune.testbed.server.DocumentFigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An evaluation as tables for people. */
final class EvaluationText {
  private static final List<Double> SHARES = List.of(0.05, 0.5, 0.95);

  private EvaluationText() {}

  static String of(EvaluationReport report) {
    Evaluation evaluation = report.evaluation();
    Spread spread = report.spread();
    Predictions predictions = report.predictions();
    var text = new StringBuilder();
    policies(text, evaluation);
    conditions(text, evaluation, spread);
    applications(text, evaluation);
    published(text, evaluation);
    text.append(
        predictions == null
            ? "\nNo predictions beside sensitivities as measured: " + report.noneBecause() + ".\n"
            : PredictionText.of(predictions));
    if (spread != null) {
      spread(text, evaluation, spread);
    }
    return text.toString();
  }

  /** What sensitivities are estimated with, and whether the baseline could always boost. */
  private static void conditions(
      StringBuilder text, Evaluation evaluation, @Nullable Spread spread) {
    List<LinearModel> models = evaluation.conditions().loop().sensitivity().models();
    text.append("\nSensitivities by ");
    text.append(models.stream().map(LinearModel::name).collect(Collectors.joining(" and ")));
    text.append(".\n");
    if (Double.isInfinite(evaluation.conditions().powerLimitWatts())) {
      text.append("The card has no power limit.\n");
    } else {
      limit(text, evaluation, spread);
    }
  }

  private static void limit(StringBuilder text, Evaluation evaluation, @Nullable Spread spread) {
    double limit = evaluation.conditions().powerLimitWatts();
    List<String> limited = evaluation.limited();
    text.append(String.format(Locale.ROOT, "The card's power limit is %.1f W. ", limit));
    text.append(limited.isEmpty() ? "No application" : String.join(", ", limited));
    text.append(limited.size() > 1 ? " meet it" : " meets it");
    evaluation.baseline().runs().entrySet().stream()
        .max(Comparator.comparingDouble(each -> each.getValue().watts()))
        .ifPresent(
            most -> text.append("; most power has ").append(most.getKey()).append(watts(most)));
    if (spread != null) {
      text.append("; of the ").append(spread.draws()).append(" drawn testbeds ");
      text.append(spread.limited()).append(spread.limited() == 1 ? " does" : " do");
    }
    text.append(".\n");
  }

  private static String watts(Map.Entry<String, RunTotals> run) {
    return String.format(Locale.ROOT, ", %.1f W", run.getValue().watts());
  }

  private static void policies(StringBuilder text, Evaluation evaluation) {
    text.append("Changes against the baseline, geometric means of all applications; in brackets");
    text.append(" without stress tests\n");
    line(text, "policy", "ED2", "energy", "power", "performance", "largest loss", "above oracle");
    for (PolicyResult each : evaluation.results()) {
      RelativeRun all = each.mean();
      RelativeRun some = each.meanWithoutStress();
      line(
          text,
          each.policy(),
          both(all.ed2(), some.ed2()),
          both(all.energy(), some.energy()),
          both(all.power(), some.power()),
          both(all.performance(), some.performance()),
          PublishedFigures.share(each.worstSlowdown()),
          PublishedFigures.share(each.distanceTo(evaluation.oracle())));
    }
  }

  private static String both(double all, double some) {
    return String.format(Locale.ROOT, "%+.1f (%+.1f)", 100 * (all - 1), 100 * (some - 1));
  }

  private static void line(StringBuilder text, String... cells) {
    text.append(String.format(Locale.ROOT, "%-26s", cells[0]));
    for (int i = 1; i < cells.length; i++) {
      text.append(String.format(Locale.ROOT, " %14s", cells[i]));
    }
    text.append('\n');
  }

  private static void applications(StringBuilder text, Evaluation evaluation) {
    text.append("\nED2 / power / performance of each application, % change\n");
    List<PolicyResult> others = evaluation.results().subList(1, evaluation.results().size());
    text.append(String.format(Locale.ROOT, "%-15s", "application"));
    for (PolicyResult each : others) {
      text.append(String.format(Locale.ROOT, " %26s", each.policy()));
    }
    text.append('\n');
    for (Application application : evaluation.testbed().applications()) {
      String name = application.name();
      text.append(String.format(Locale.ROOT, "%-15s", name));
      for (PolicyResult each : others) {
        RelativeRun at = each.relative(name);
        String cell =
            String.format(
                Locale.ROOT,
                "%+.1f / %+.1f / %+.1f",
                100 * (at.ed2() - 1),
                100 * (at.power() - 1),
                100 * (at.performance() - 1));
        text.append(String.format(Locale.ROOT, " %26s", cell));
      }
      text.append('\n');
    }
  }

  private static void published(StringBuilder text, Evaluation evaluation) {
    List<DocumentFigure> figures = PublishedFigures.of(evaluation);
    if (figures.isEmpty()) {
      return;
    }
    text.append("\nPaul et al. 2015 beside ours\n");
    text.append(
        String.format(Locale.ROOT, "%-42s %20s %14s  %s%n", "figure", "paper", "ours", "is a"));
    for (DocumentFigure each : figures) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-42s %20s %14s  %s%n",
              each.what(),
              each.paper(),
              each.ours(),
              each.kind().label()));
    }
  }

  private static void spread(StringBuilder text, Evaluation evaluation, Spread spread) {
    text.append("\nOn ").append(spread.draws());
    text.append(" testbeds drawn from the parameters' uncertainty: 5, 50 and 95 % of them are");
    text.append(" below\n");
    line(text, "policy", "ED2", "", "", "performance", "", "", "largest loss", "", "");
    for (PolicyResult each : evaluation.results().subList(1, evaluation.results().size())) {
      String name = each.policy();
      List<String> cells = new ArrayList<>(List.of(name));
      for (double share : SHARES) {
        cells.add(PublishedFigures.change(spread.quantile(name, r -> r.mean().ed2(), share)));
      }
      for (double share : SHARES) {
        cells.add(
            PublishedFigures.change(spread.quantile(name, r -> r.mean().performance(), share)));
      }
      for (double share : SHARES) {
        cells.add(
            PublishedFigures.share(spread.quantile(name, PolicyResult::worstSlowdown, share)));
      }
      line(text, cells.toArray(String[]::new));
    }
  }
}
