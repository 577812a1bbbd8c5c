package io.wattune.evaluation.harmonia;

import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.evaluation.training.PublishedErrors;
import io.wattune.report.Decimals;
import io.wattune.report.ReportTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Predictions as tables for people. Errors are points: 1 is a hundredth of 0..1. */
final class PredictionText {
  private static final List<Predictor> FOR_APPLICATIONS =
      List.of(Predictor.TABLE_3, Predictor.LEFT_OUT);

  private PredictionText() {}

  static String of(Predictions predictions) {
    var text = new StringBuilder("\nSensitivities as a sweep measures them and as models predict");
    text.append(" them; in brackets the mean error of\nan application's kernels, in points\n");
    applications(predictions).appendTo(text, predictions.applications());
    text.append("\nPrediction errors of all kernels\n");
    errors(text, predictions);
    return text.toString();
  }

  private static ReportTable<String> applications(Predictions predictions) {
    var table = new ReportTable<String>().words("application", each -> each);
    for (Target target : Target.values()) {
      table.figures(
          word(target), each -> value(predictions.mean(predictions.measured(target), each)));
      for (Predictor predictor : FOR_APPLICATIONS) {
        table.figures(
            predictor == Predictor.TABLE_3 ? "Table 3" : "trained without",
            each ->
                value(predictions.mean(predictions.predicted(target, predictor), each))
                    + " ("
                    + points(predictions.scores(target, predictor, each))
                    + ")");
      }
    }
    return table;
  }

  /** Noise makes a sensitivity of nothing a little less than nothing. */
  private static String value(double sensitivity) {
    return Decimals.fixed(Math.abs(sensitivity) < 0.005 ? 0 : sensitivity, 2);
  }

  private static String points(Scores scores) {
    return Decimals.fixed(100 * scores.meanAbsoluteError(), 1);
  }

  private static void errors(StringBuilder text, Predictions predictions) {
    var table = new ReportTable<Optional<Predictor>>();
    table.words(
        "",
        each ->
            each.map(Predictor::words).orElse("the paper: Table 3 on its own card and kernels"));
    for (Target target : Target.values()) {
      PublishedErrors published = PublishedErrors.of(target);
      table.figures(
          word(target) + ": points",
          "%.2f",
          each ->
              100
                  * each.map(own -> predictions.scores(target, own).meanAbsoluteError())
                      .orElse(published.error()));
      table.figures(
          "correlation",
          "%.2f",
          each ->
              each.map(own -> predictions.scores(target, own).correlation())
                  .orElse(published.correlation()));
    }
    table.words("is", each -> each.map(predictions::standing).orElse("in sample"));
    List<Optional<Predictor>> rows = new ArrayList<>(List.of(Optional.empty()));
    Stream.of(Predictor.values()).map(Optional::of).forEach(rows::add);
    table.appendTo(text, rows);
  }

  private static String word(Target target) {
    return target.name().toLowerCase(Locale.ROOT);
  }
}
