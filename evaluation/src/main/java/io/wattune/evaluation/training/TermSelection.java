package io.wattune.evaluation.training;

import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivityMetric;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the metrics of a model, and how strongly its coefficients are held towards 0: one metric
 * after the other, the one that helps most on applications that are left out in turn, as long as
 * one helps by {@value #WORTH} of the error. What is left out for the judgement of the whole is not
 * among the examples here, so that the choice does not know it.
 */
final class TermSelection {
  private static final double WORTH = 0.02;
  private static final double[] RIDGES = {1e-3, 1e-2, 1e-1, 1};

  private final String name;
  private final String product;
  private final List<TrainingExample> examples;
  private final Target target;
  private final List<String> applications;

  private TermSelection(
      String name, String product, List<TrainingExample> examples, Target target) {
    this.name = name;
    this.product = product;
    this.examples = examples;
    this.target = target;
    this.applications = examples.stream().map(TrainingExample::application).distinct().toList();
  }

  /**
   * What was chosen.
   *
   * @param model the model, fitted to all examples
   * @param ridge how strongly its coefficients were held towards 0
   */
  record SelectedModel(LinearModel model, double ridge) {
    /** The chosen metrics. */
    List<SensitivityMetric> metrics() {
      return model.terms().stream().map(LinearModel.Term::metric).toList();
    }
  }

  /** Chooses. */
  static SelectedModel best(
      String name, String product, List<TrainingExample> examples, Target target) {
    var selection = new TermSelection(name, product, examples, target);
    SelectedModel best = new SelectedModel(selection.fit(examples, List.of(), 0), 0);
    double least = Double.POSITIVE_INFINITY;
    for (double ridge : RIDGES) {
      List<SensitivityMetric> chosen = selection.choose(ridge);
      double error = selection.errorLeftOut(chosen, ridge);
      if (error < least) {
        least = error;
        best = new SelectedModel(selection.fit(examples, chosen, ridge), ridge);
      }
    }
    return best;
  }

  private List<SensitivityMetric> choose(double ridge) {
    List<SensitivityMetric> chosen = new ArrayList<>();
    double least = errorLeftOut(chosen, ridge);
    while (true) {
      SensitivityMetric next = null;
      double bound = (1 - WORTH) * least;
      for (SensitivityMetric metric : SensitivityMetric.values()) {
        if (!chosen.contains(metric) && varies(metric)) {
          List<SensitivityMetric> tried = new ArrayList<>(chosen);
          tried.add(metric);
          double error = errorLeftOut(tried, ridge);
          if (error < bound) {
            bound = error;
            next = metric;
          }
        }
      }
      if (next == null) {
        return chosen;
      }
      chosen.add(next);
      least = bound;
    }
  }

  /** Root of the mean square error where each application is predicted without itself. */
  private double errorLeftOut(List<SensitivityMetric> metrics, double ridge) {
    double squares = 0;
    double weight = 0;
    for (String left : applications) {
      List<TrainingExample> seen =
          examples.stream().filter(each -> !each.application().equals(left)).toList();
      LinearModel without = fit(seen, metrics, ridge);
      for (TrainingExample each : examples) {
        if (each.application().equals(left)) {
          double error = each.predicted(without) - each.measured(target);
          squares += each.weight() * error * error;
          weight += each.weight();
        }
      }
    }
    return Math.sqrt(squares / weight);
  }

  private LinearModel fit(
      List<TrainingExample> seen, List<SensitivityMetric> metrics, double ridge) {
    return ClampedLeastSquares.fit(name, product, seen, target, metrics, ridge);
  }

  private boolean varies(SensitivityMetric metric) {
    return examples.stream().mapToDouble(each -> each.metric(metric)).distinct().count() > 1;
  }

  /** Scores of a model on examples. */
  static Scores scores(LinearModel model, List<TrainingExample> examples, Target target) {
    return scores(examples.stream().map(each -> each.predicted(model)).toList(), examples, target);
  }

  /** Scores of predictions of examples. */
  static Scores scores(List<Double> predictions, List<TrainingExample> examples, Target target) {
    return Scores.of(
        predictions.stream().mapToDouble(Double::doubleValue).toArray(),
        examples.stream().mapToDouble(each -> each.measured(target)).toArray(),
        examples.stream().mapToDouble(TrainingExample::weight).toArray());
  }
}
