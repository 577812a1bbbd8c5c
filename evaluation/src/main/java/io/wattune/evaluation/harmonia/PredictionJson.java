package io.wattune.evaluation.harmonia;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.evaluation.training.PublishedErrors;
import java.util.List;
import java.util.Locale;

/** Predictions as a part of the evaluation's JSON. Errors are fractions of the range 0..1. */
final class PredictionJson {
  private PredictionJson() {}

  static void write(ObjectNode node, Predictions predictions) {
    for (Target target : Target.values()) {
      ObjectNode of = node.putObject(target.name().toLowerCase(Locale.ROOT));
      PublishedErrors published = PublishedErrors.of(target);
      of.putObject("paper")
          .put("error", published.error())
          .put("correlation", published.correlation())
          .put("is", "in sample");
      for (Predictor each : Predictor.values()) {
        ObjectNode scores = of.putObject(each.key());
        scores(scores, predictions.scores(target, each));
        scores.put("is", predictions.standing(each));
      }
      workloads(of.putObject("workloads"), predictions, target);
      kernels(of.putArray("kernels"), predictions, target);
    }
  }

  /** Of one kernel alone there is no correlation; it is left out then. */
  private static void scores(ObjectNode node, Scores scores) {
    node.put("meanAbsoluteError", scores.meanAbsoluteError());
    node.put("largestError", scores.largestError());
    if (Double.isFinite(scores.correlation())) {
      node.put("correlation", scores.correlation());
    }
  }

  private static void workloads(ObjectNode node, Predictions predictions, Target target) {
    for (String application : predictions.applications()) {
      ObjectNode workload = node.putObject(application);
      workload.put("measured", predictions.mean(predictions.measured(target), application));
      for (Predictor each : Predictor.values()) {
        Scores scores = predictions.scores(target, each, application);
        workload
            .putObject(each.key())
            .put("predicted", predictions.mean(predictions.predicted(target, each), application))
            .put("meanAbsoluteError", scores.meanAbsoluteError());
      }
    }
  }

  private static void kernels(ArrayNode array, Predictions predictions, Target target) {
    List<TrainingExample> examples = predictions.examples();
    for (int i = 0; i < examples.size(); i++) {
      TrainingExample example = examples.get(i);
      ObjectNode kernel = array.addObject();
      kernel.put("application", example.application());
      kernel.put("kernel", example.kernel());
      kernel.put("phase", example.phase());
      kernel.put("measured", example.measured(target));
      for (Predictor each : Predictor.values()) {
        kernel.put(each.key(), predictions.predicted(target, each).get(i));
      }
    }
  }
}
