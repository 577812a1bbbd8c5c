package io.wattune.evaluation.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivityMetric;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What came of a training, as text and as JSON. Errors are points: 1 is a hundredth of 0..1. */
public final class TrainReport {
  private static final ReportTable<List<String>> SCORES =
      new ReportTable<List<String>>()
          .words("", row -> row.get(0))
          .figures("mean error", row -> row.get(1))
          .figures("rms error", row -> row.get(2))
          .figures("largest", row -> row.get(3))
          .figures("correlation", row -> row.get(4));

  private static final ReportTable<List<String>> FORMULA =
      new ReportTable<List<String>>()
          .figures("", row -> row.get(0))
          .words("", row -> row.get(1))
          .words("", row -> row.get(2));

  private TrainReport() {}

  public static String text(Training training) {
    var out = new StringBuilder();
    out.append("Models of sensitivity, trained on ")
        .append(training.examples().size())
        .append(" kernels and phases of ")
        .append(training.examples().stream().map(TrainingExample::application).distinct().count())
        .append(" applications\n\n");
    List<List<String>> rows = new ArrayList<>();
    for (TrainedModel trained : training.models()) {
      String target = word(trained.target());
      rows.add(row(target + ": applications not seen", trained.leftOut()));
      rows.add(row(target + ": the same, metrics chosen with them", trained.leftOutSameTerms()));
      rows.add(row(target + ": in sample", trained.inSample()));
      Scores table3 = training.table3(trained.target());
      if (table3 != null) {
        rows.add(row(target + ": Table 3 as published", table3));
      }
      PublishedErrors paper = PublishedErrors.of(trained.target());
      rows.add(
          List.of(
              target + ": the paper, in sample, on its card",
              Decimals.fixed(100 * paper.error(), 2),
              "-",
              "-",
              Decimals.fixed(paper.correlation(), 2)));
    }
    SCORES.appendTo(out, rows);
    out.append("\nErrors are points: hundredths of a sensitivity from 0 to 1.\n");
    training.models().forEach(trained -> formula(out, trained));
    correlations(out, training.models());
    worst(out, training);
    return out.toString();
  }

  private static List<String> row(String what, Scores scores) {
    return List.of(
        what,
        Decimals.fixed(100 * scores.meanAbsoluteError(), 2),
        Decimals.fixed(100 * scores.rootMeanSquareError(), 2),
        Decimals.fixed(100 * scores.largestError(), 1),
        Decimals.fixed(scores.correlation(), 3));
  }

  private static void formula(StringBuilder out, TrainedModel trained) {
    out.append('\n').append(trained.model().name()).append(" =\n");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(Decimals.fixed(trained.model().intercept(), 4), "", ""));
    for (LinearModel.Term term : trained.model().terms()) {
      rows.add(
          List.of(
              Decimals.fixed(term.coefficient(), 4), term.metric().name(), term.metric().unit()));
    }
    FORMULA.appendTo(out, rows, "  ");
  }

  private static void correlations(StringBuilder out, List<TrainedModel> models) {
    out.append("\nCorrelation of each metric with what is measured\n");
    var table = new ReportTable<SensitivityMetric>().words("", SensitivityMetric::name);
    models.forEach(
        each ->
            table.figures(
                word(each.target()),
                "%.2f",
                metric -> each.correlations().getOrDefault(metric, Double.NaN)));
    table.appendTo(out, List.of(SensitivityMetric.values()), "  ");
  }

  /** The examples that a model without their application misses by most. */
  private static void worst(StringBuilder out, Training training) {
    out.append("\nMissed by most, of applications not seen\n");
    new ReportTable<TrainedModel>()
        .words("", trained -> word(trained.target()))
        .words("", trained -> name(training.examples().get(worst(training, trained))))
        .figures(
            "measured",
            "%.2f",
            trained -> training.examples().get(worst(training, trained)).measured(trained.target()))
        .figures(
            "predicted",
            "%.2f",
            trained -> trained.leftOutPredictions().get(worst(training, trained)))
        .appendTo(out, training.models(), "  ");
  }

  private static String name(TrainingExample example) {
    return example.application() + "." + example.kernel() + ", phase " + example.phase();
  }

  private static int worst(Training training, TrainedModel trained) {
    int worst = 0;
    for (int i = 1; i < training.examples().size(); i++) {
      worst = miss(training, trained, i) > miss(training, trained, worst) ? i : worst;
    }
    return worst;
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
