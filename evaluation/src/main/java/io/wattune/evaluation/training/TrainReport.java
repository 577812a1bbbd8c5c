package io.wattune.evaluation.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivityMetric;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What came of a training, as text and as JSON. Errors are points: 1 is a hundredth of 0..1. */
public final class TrainReport {
  private TrainReport() {}

  public static String text(Training training) {
    var out = new StringBuilder();
    out.append("Models of sensitivity, trained on ")
        .append(training.examples().size())
        .append(" kernels and phases of ")
        .append(training.examples().stream().map(TrainingExample::application).distinct().count())
        .append(" applications\n\n");
    var table = new TextTable(List.of("", "mean error", "rms error", "largest", "correlation"), 0);
    for (TrainedModel trained : training.models()) {
      String target = word(trained.target());
      row(table, target + ": applications not seen", trained.leftOut());
      row(table, target + ": the same, metrics chosen with them", trained.leftOutSameTerms());
      row(table, target + ": in sample", trained.inSample());
      Scores table3 = training.table3(trained.target());
      if (table3 != null) {
        row(table, target + ": Table 3 as published", table3);
      }
      PublishedErrors paper = PublishedErrors.of(trained.target());
      table.row(
          List.of(
              target + ": the paper, in sample, on its card",
              Decimals.fixed(100 * paper.error(), 2),
              "-",
              "-",
              Decimals.fixed(paper.correlation(), 2)));
    }
    table.appendTo(out, "");
    out.append("\nErrors are points: hundredths of a sensitivity from 0 to 1.\n");
    training.models().forEach(trained -> formula(out, trained));
    correlations(out, training.models());
    worst(out, training);
    return out.toString();
  }

  private static void row(TextTable table, String what, Scores scores) {
    table.row(
        List.of(
            what,
            Decimals.fixed(100 * scores.meanAbsoluteError(), 2),
            Decimals.fixed(100 * scores.rootMeanSquareError(), 2),
            Decimals.fixed(100 * scores.largestError(), 1),
            Decimals.fixed(scores.correlation(), 3)));
  }

  private static void formula(StringBuilder out, TrainedModel trained) {
    out.append('\n').append(trained.model().name()).append(" =\n");
    var table = new TextTable(List.of("", "", ""), 1, 2);
    table.row(List.of(Decimals.fixed(trained.model().intercept(), 4), "", ""));
    for (LinearModel.Term term : trained.model().terms()) {
      table.row(
          List.of(
              Decimals.fixed(term.coefficient(), 4), term.metric().name(), term.metric().unit()));
    }
    table.appendTo(out, "  ");
  }

  private static void correlations(StringBuilder out, List<TrainedModel> models) {
    out.append("\nCorrelation of each metric with what is measured\n");
    List<String> header = new ArrayList<>(List.of(""));
    models.forEach(each -> header.add(word(each.target())));
    var table = new TextTable(header, 0);
    for (SensitivityMetric metric : SensitivityMetric.values()) {
      List<String> row = new ArrayList<>(List.of(metric.name()));
      models.forEach(
          each -> row.add(Decimals.fixed(each.correlations().getOrDefault(metric, Double.NaN), 2)));
      table.row(row);
    }
    table.appendTo(out, "  ");
  }

  /** The examples that a model without their application misses by most. */
  private static void worst(StringBuilder out, Training training) {
    out.append("\nMissed by most, of applications not seen\n");
    var table = new TextTable(List.of("", "", "measured", "predicted"), 0, 1);
    for (TrainedModel trained : training.models()) {
      int worst = 0;
      for (int i = 1; i < training.examples().size(); i++) {
        worst = miss(training, trained, i) > miss(training, trained, worst) ? i : worst;
      }
      TrainingExample example = training.examples().get(worst);
      table.row(
          List.of(
              word(trained.target()),
              example.application() + "." + example.kernel() + ", phase " + example.phase(),
              Decimals.fixed(example.measured(trained.target()), 2),
              Decimals.fixed(trained.leftOutPredictions().get(worst), 2)));
    }
    table.appendTo(out, "  ");
  }

  private static double miss(Training training, TrainedModel trained, int example) {
    double measured = training.examples().get(example).measured(trained.target());
    return Math.abs(trained.leftOutPredictions().get(example) - measured);
  }

  public static String json(Training training) {
    ObjectNode root = ReportJson.object();
    root.put("name", training.name());
    root.put("examples", training.examples().size());
    ObjectNode targets = root.putObject("targets");
    for (TrainedModel trained : training.models()) {
      ObjectNode node = targets.putObject(word(trained.target()));
      ModelFile.scores(node.putObject("leftOut"), trained.leftOut());
      ModelFile.scores(node.putObject("leftOutSameTerms"), trained.leftOutSameTerms());
      ModelFile.scores(node.putObject("inSample"), trained.inSample());
      table3(node, training.table3(trained.target()));
      PublishedErrors paper = PublishedErrors.of(trained.target());
      ObjectNode published = node.putObject("paper");
      published.put("error", paper.error());
      published.put("correlation", paper.correlation());
      examples(node, training, trained);
    }
    return ReportJson.pretty(root);
  }

  private static void table3(ObjectNode node, @Nullable Scores scores) {
    if (scores != null) {
      ModelFile.scores(node.putObject("table3"), scores);
    }
  }

  private static void examples(ObjectNode node, Training training, TrainedModel trained) {
    var array = node.putArray("examples");
    for (int i = 0; i < training.examples().size(); i++) {
      TrainingExample example = training.examples().get(i);
      ObjectNode each = array.addObject();
      each.put("application", example.application());
      each.put("kernel", example.kernel());
      each.put("phase", example.phase());
      each.put("measured", example.measured(trained.target()));
      each.put("predicted", example.predicted(trained.model()));
      each.put("leftOut", trained.leftOutPredictions().get(i));
    }
  }

  private static String word(Target target) {
    return target.name().toLowerCase(Locale.ROOT);
  }
}
