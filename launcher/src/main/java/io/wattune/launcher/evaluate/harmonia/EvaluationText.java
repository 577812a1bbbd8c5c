package io.wattune.launcher.evaluate.harmonia;

import io.wattune.testbed.gpu.Application;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An evaluation as tables for people. */
final class EvaluationText {
  private static final double LOW = 0.05;
  private static final double HALF = 0.5;
  private static final double HIGH = 0.95;

  private EvaluationText() {}

  static String of(Evaluation evaluation, @Nullable Spread spread) {
    var text = new StringBuilder();
    policies(text, evaluation);
    applications(text, evaluation);
    published(text, evaluation);
    if (spread != null) {
      spread(text, evaluation, spread);
    }
    return text.toString();
  }

  private static void policies(StringBuilder text, Evaluation evaluation) {
    text.append("Changes against the baseline, geometric means of all applications; in brackets");
    text.append(" without stress tests\n");
    line(text, "policy", "ED2", "energy", "power", "performance", "largest loss", "above oracle");
    for (PolicyResult each : evaluation.results()) {
      Relative all = each.mean();
      Relative some = each.meanWithoutStress();
      line(
          text,
          each.policy(),
          both(all.ed2(), some.ed2()),
          both(all.energy(), some.energy()),
          both(all.power(), some.power()),
          both(all.performance(), some.performance()),
          PublishedFigure.share(each.worstSlowdown()),
          PublishedFigure.share(each.distanceTo(evaluation.oracle())));
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
        Relative at = each.relative(name);
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
    List<PublishedFigure> figures = PublishedFigure.of(evaluation);
    if (figures.isEmpty()) {
      return;
    }
    text.append("\nPaul et al. 2015 beside ours\n");
    text.append(
        String.format(Locale.ROOT, "%-42s %20s %14s  %s%n", "figure", "paper", "ours", "is a"));
    for (PublishedFigure each : figures) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-42s %20s %14s  %s%n",
              each.what(),
              each.published(),
              each.ours(),
              each.isCalibrated() ? "calibration" : "prediction"));
    }
  }

  private static void spread(StringBuilder text, Evaluation evaluation, Spread spread) {
    text.append("\nOn ").append(spread.draws());
    text.append(" testbeds drawn from the parameters' uncertainty: 5, 50 and 95 % of them are");
    text.append(" below\n");
    line(text, "policy", "ED2", "", "", "performance", "", "", "largest loss", "", "");
    for (PolicyResult each : evaluation.results().subList(1, evaluation.results().size())) {
      String name = each.policy();
      line(
          text,
          name,
          PublishedFigure.change(spread.quantile(name, r -> r.mean().ed2(), LOW)),
          PublishedFigure.change(spread.quantile(name, r -> r.mean().ed2(), HALF)),
          PublishedFigure.change(spread.quantile(name, r -> r.mean().ed2(), HIGH)),
          PublishedFigure.change(spread.quantile(name, r -> r.mean().performance(), LOW)),
          PublishedFigure.change(spread.quantile(name, r -> r.mean().performance(), HALF)),
          PublishedFigure.change(spread.quantile(name, r -> r.mean().performance(), HIGH)),
          PublishedFigure.share(spread.quantile(name, PolicyResult::worstSlowdown, LOW)),
          PublishedFigure.share(spread.quantile(name, PolicyResult::worstSlowdown, HALF)),
          PublishedFigure.share(spread.quantile(name, PolicyResult::worstSlowdown, HIGH)));
    }
  }
}
