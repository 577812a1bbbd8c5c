package io.wattune.evaluation.harmonia;

import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.evaluation.training.PublishedErrors;
import io.wattune.report.Decimals;
import io.wattune.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Predictions as tables for people. Errors are points: 1 is a hundredth of 0..1. */
final class PredictionText {
  private static final List<Predictor> FOR_APPLICATIONS =
      List.of(Predictor.TABLE_3, Predictor.LEFT_OUT);

  private PredictionText() {}

  static String of(Predictions predictions) {
    var text = new StringBuilder("\nSensitivities as a sweep measures them and as models predict");
    text.append(" them; in brackets the mean error of\nan application's kernels, in points\n");
    applications(predictions).appendTo(text, "");
    text.append("\nPrediction errors of all kernels\n");
    errors(predictions).appendTo(text, "");
    return text.toString();
  }

  private static TextTable applications(Predictions predictions) {
    List<String> header = new ArrayList<>(List.of("application"));
    for (Target target : Target.values()) {
      header.addAll(List.of(word(target), "Table 3", "trained without"));
    }
    var table = new TextTable(header, 0);
    for (String application : predictions.applications()) {
      List<String> row = new ArrayList<>(List.of(application));
      for (Target target : Target.values()) {
        row.add(value(predictions.mean(predictions.measured(target), application)));
        for (Predictor each : FOR_APPLICATIONS) {
          double predicted = predictions.mean(predictions.predicted(target, each), application);
          Scores scores = predictions.scores(target, each, application);
          row.add(value(predicted) + " (" + points(scores) + ")");
        }
      }
      table.row(row);
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

  private static TextTable errors(Predictions predictions) {
    List<String> header = new ArrayList<>(List.of(""));
    for (Target target : Target.values()) {
      header.addAll(List.of(word(target) + ": points", "correlation"));
    }
    header.add("is");
    var table = new TextTable(header, 0, 5);
    List<String> paper = new ArrayList<>(List.of("the paper: Table 3 on its own card and kernels"));
    for (Target target : Target.values()) {
      PublishedErrors published = PublishedErrors.of(target);
      paper.add(Decimals.fixed(100 * published.error(), 2));
      paper.add(Decimals.fixed(published.correlation(), 2));
    }
    paper.add("in sample");
    table.row(paper);
    for (Predictor each : Predictor.values()) {
      List<String> row = new ArrayList<>(List.of(each.words()));
      for (Target target : Target.values()) {
        Scores scores = predictions.scores(target, each);
        row.add(Decimals.fixed(100 * scores.meanAbsoluteError(), 2));
        row.add(Decimals.fixed(scores.correlation(), 2));
      }
      row.add(predictions.standing(each));
      table.row(row);
    }
    return table;
  }

  private static String word(Target target) {
    return target.name().toLowerCase(Locale.ROOT);
  }
}
