package io.wattune.evaluation.harmonia;

import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensitivity.Table3;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.evaluation.training.TrainedModel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Sensitivities of a testbed's kernels, measured by a sweep, beside what models predict from the
 * counters at the highest value of every tunable. The sweep and the training are those of {@code
 * wattune sweep} and {@code wattune train}.
 *
 * @param examples the kernels in their phases, with what was measured
 * @param trained a model for each target, with what models predict that have not seen a kernel's
 *     application
 * @param isCalibrated whether values of the testbed were chosen so that Table 3 fits them
 */
record Predictions(
    List<TrainingExample> examples, Map<Target, TrainedModel> trained, boolean isCalibrated) {
  Predictions {
    examples = List.copyOf(examples);
    trained = new EnumMap<>(trained);
  }

  @Override
  public Map<Target, TrainedModel> trained() {
    return new EnumMap<>(trained);
  }

  /** The applications, in the order of the testbed. */
  List<String> applications() {
    return examples.stream().map(TrainingExample::application).distinct().toList();
  }

  /** What was measured, one for each example. */
  List<Double> measured(Target target) {
    return examples.stream().map(each -> each.measured(target)).toList();
  }

  /** What is predicted, one for each example. */
  List<Double> predicted(Target target, Predictor predictor) {
    TrainedModel model = model(target);
    return switch (predictor) {
      case TABLE_3 -> predicted(target == Target.BANDWIDTH ? Table3.BANDWIDTH : Table3.COMPUTE);
      case LEFT_OUT -> model.leftOutPredictions();
      case IN_SAMPLE -> predicted(model.model());
    };
  }

  private List<Double> predicted(LinearModel model) {
    return examples.stream().map(each -> each.predicted(model)).toList();
  }

  private TrainedModel model(Target target) {
    return Objects.requireNonNull(trained.get(target), "there is a model for each target");
  }

  /** How far predictions of all kernels are off. */
  Scores scores(Target target, Predictor predictor) {
    return scores(target, predictor, IntStream.range(0, examples.size()).toArray());
  }

  /** How far predictions of an application's kernels are off. */
  Scores scores(Target target, Predictor predictor, String application) {
    return scores(target, predictor, indices(application));
  }

  private Scores scores(Target target, Predictor predictor, int[] indices) {
    List<Double> predicted = predicted(target, predictor);
    return Scores.of(
        IntStream.of(indices).mapToDouble(predicted::get).toArray(),
        IntStream.of(indices).mapToDouble(i -> examples.get(i).measured(target)).toArray(),
        IntStream.of(indices).mapToDouble(i -> examples.get(i).weight()).toArray());
  }

  /** Mean of values of examples over an application's kernels. */
  double mean(List<Double> values, String application) {
    double sum = 0;
    double weights = 0;
    for (int i : indices(application)) {
      sum += examples.get(i).weight() * values.get(i);
      weights += examples.get(i).weight();
    }
    return sum / weights;
  }

  private int[] indices(String application) {
    return IntStream.range(0, examples.size())
        .filter(i -> examples.get(i).application().equals(application))
        .toArray();
  }

  /** What a predictor's agreement with what is measured shows. */
  String standing(Predictor predictor) {
    return switch (predictor) {
      case TABLE_3 -> isCalibrated ? "calibration" : "out of sample";
      case LEFT_OUT -> "out of sample";
      case IN_SAMPLE -> "in sample";
    };
  }

  /** For each application, how sensitivities are estimated by models that have not seen it. */
  Map<String, SensitivitySettings> withoutEach() {
    SensitivitySettings usual = SensitivitySettings.DEFAULT;
    Map<String, SensitivitySettings> settings = new HashMap<>();
    for (String application : applications()) {
      List<LinearModel> models = new ArrayList<>();
      for (TrainedModel each : trained.values()) {
        LinearModel model = each.without().get(application);
        models.add(Objects.requireNonNull(model, "each application was left out"));
      }
      settings.put(application, usual.with(models, usual.registers()));
    }
    return settings;
  }
}
