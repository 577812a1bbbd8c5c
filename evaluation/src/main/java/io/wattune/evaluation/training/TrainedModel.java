package io.wattune.evaluation.training;

import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivityMetric;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * A model with how good it is.
 *
 * @param target what it predicts
 * @param model the model, trained on all examples
 * @param inSample its scores on the examples that it was trained on
 * @param leftOut scores where each application was predicted by a model whose metrics were chosen
 *     and whose coefficients were fitted without it
 * @param leftOutSameTerms the same where only the coefficients were fitted without it; too good, as
 *     the choice has seen it
 * @param leftOutPredictions predictions of {@code leftOut}, one for each example
 * @param without the models of {@code leftOut}, by the application that they have not seen
 * @param correlations of each metric with the target; NaN where the metric does not vary
 */
public record TrainedModel(
    Target target,
    LinearModel model,
    Scores inSample,
    Scores leftOut,
    Scores leftOutSameTerms,
    List<Double> leftOutPredictions,
    Map<String, LinearModel> without,
    Map<SensitivityMetric, Double> correlations) {

  public TrainedModel {
    leftOutPredictions = List.copyOf(leftOutPredictions);
    without = Map.copyOf(without);
    correlations = new EnumMap<>(correlations);
  }

  @Override
  public Map<SensitivityMetric, Double> correlations() {
    return new EnumMap<>(correlations);
  }

  /**
   * Trains and validates.
   *
   * @param name the model's name
   * @param product what it is trained on
   * @param examples of two applications at least
   * @param done receives the number of applications that have been left out
   */
  public static TrainedModel train(
      String name,
      String product,
      List<TrainingExample> examples,
      Target target,
      IntConsumer done) {
    long applications = examples.stream().map(TrainingExample::application).distinct().count();
    if (applications < 2) {
      throw new IllegalArgumentException(
          "a model is judged on applications that it has not seen: the sweep needs two or more, has "
              + applications);
    }
    TermSelection.SelectedModel choice = TermSelection.best(name, product, examples, target);
    Map<String, LinearModel> without =
        without(examples, seen -> TermSelection.best(name, product, seen, target).model(), done);
    Map<String, LinearModel> sameTerms =
        without(
            examples,
            seen ->
                ClampedLeastSquares.fit(
                    name, product, seen, target, choice.metrics(), choice.ridge()),
            ignored -> {});
    List<Double> leftOut = predictions(examples, without);
    return new TrainedModel(
        target,
        choice.model(),
        TermSelection.scores(choice.model(), examples, target),
        TermSelection.scores(leftOut, examples, target),
        TermSelection.scores(predictions(examples, sameTerms), examples, target),
        leftOut,
        without,
        correlations(examples, target));
  }

  /** Models that were trained without an application, for each application. */
  private static Map<String, LinearModel> without(
      List<TrainingExample> examples,
      Function<List<TrainingExample>, LinearModel> trainer,
      IntConsumer done) {
    Map<String, LinearModel> without = new HashMap<>();
    for (String left : examples.stream().map(TrainingExample::application).distinct().toList()) {
      without.put(
          left,
          trainer.apply(
              examples.stream().filter(each -> !each.application().equals(left)).toList()));
      done.accept(without.size());
    }
    return without;
  }

  /** Predictions of each example by the model that has not seen its application. */
  private static List<Double> predictions(
      List<TrainingExample> examples, Map<String, LinearModel> without) {
    List<Double> predictions = new ArrayList<>();
    for (TrainingExample example : examples) {
      LinearModel model = without.get(example.application());
      if (model == null) {
        throw new IllegalStateException("one model for each application, made from these examples");
      }
      predictions.add(example.predicted(model));
    }
    return predictions;
  }

  private static Map<SensitivityMetric, Double> correlations(
      List<TrainingExample> examples, Target target) {
    double[] weights = examples.stream().mapToDouble(TrainingExample::weight).toArray();
    double[] measured = examples.stream().mapToDouble(each -> each.measured(target)).toArray();
    Map<SensitivityMetric, Double> correlations = new EnumMap<>(SensitivityMetric.class);
    for (SensitivityMetric metric : SensitivityMetric.values()) {
      double[] values = examples.stream().mapToDouble(each -> each.metric(metric)).toArray();
      correlations.put(metric, Scores.correlation(values, measured, weights));
    }
    return correlations;
  }

  /** The lowest and the highest value of a metric that it was trained on. */
  static List<Double> range(List<TrainingExample> examples, SensitivityMetric metric) {
    List<Double> values = new ArrayList<>();
    examples.forEach(each -> values.add(each.metric(metric)));
    values.sort(Double::compare);
    return List.of(values.get(0), values.get(values.size() - 1));
  }
}
