package io.wattune.evaluation.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivityMetric;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ClampedLeastSquaresTest {

  /** The truth is held within 0..1 as the model is; the ridge of 1e-3 leaves a little. */
  @Test
  void findsATruthThatIsHeldWithinItsRange() {
    List<TrainingExample> examples = examples(40, 3);

    LinearModel model = fit(examples, SensitivityMetric.IC_ACTIVITY, SensitivityMetric.NORM_VGPR);

    assertThat(model.intercept()).isCloseTo(-0.5, within(0.02));
    assertThat(model.terms().get(0).coefficient()).isCloseTo(2.5, within(0.03));
    assertThat(model.terms().get(1).coefficient()).isCloseTo(-0.4, within(0.03));
    assertThat(TermSelection.scores(model, examples, Target.BANDWIDTH).meanAbsoluteError())
        .isLessThan(0.005);
  }

  @Test
  void isBetterThanPlainLeastSquaresWhereValuesReachTheEdges() {
    List<TrainingExample> examples = examples(40, 5);
    LinearModel clamped = fit(examples, SensitivityMetric.IC_ACTIVITY, SensitivityMetric.NORM_VGPR);

    // Plain least squares on one metric, by its closed form, for the same truth.
    double error = TermSelection.scores(clamped, examples, Target.BANDWIDTH).rootMeanSquareError();
    double[] x =
        examples.stream().mapToDouble(e -> e.metric(SensitivityMetric.IC_ACTIVITY)).toArray();
    double[] y = examples.stream().mapToDouble(e -> e.measured(Target.BANDWIDTH)).toArray();
    assertThat(error).isLessThan(0.3 * plainError(x, y));
  }

  @Test
  void onlyMetricsThatHelpAreChosen() {
    LinearModel model = TermSelection.best("m", "p", examples(60, 7), Target.BANDWIDTH).model();

    assertThat(model.terms())
        .extracting(LinearModel.Term::metric)
        .contains(SensitivityMetric.IC_ACTIVITY, SensitivityMetric.NORM_VGPR)
        .doesNotContain(SensitivityMetric.MEM_UNIT_BUSY_PERCENT);
  }

  @Test
  void leavingAnApplicationOutIsAnotherModelThanTheOneOfAll() {
    List<TrainingExample> examples = examples(40, 9);

    TrainedModel trained = TrainedModel.train("m", "p", examples, Target.BANDWIDTH, done -> {});

    assertThat(trained.leftOut().rootMeanSquareError())
        .isGreaterThan(trained.inSample().rootMeanSquareError());
    assertThat(trained.leftOutPredictions()).hasSize(40);
  }

  @Test
  void aModelWithoutAnApplicationHasNotSeenIt() {
    List<TrainingExample> examples = examples(40, 9);
    List<TrainingExample> others = new ArrayList<>();
    for (TrainingExample each : examples) {
      boolean isOther = each.application().equals("a0");
      Map<Target, Double> wrong = Map.of(Target.BANDWIDTH, 0.9, Target.COMPUTE, 0.1);
      others.add(
          new TrainingExample(
              each.application(),
              each.kernel(),
              each.phase(),
              each.weight(),
              each.metrics(),
              isOther ? wrong : each.sensitivities()));
    }

    TrainedModel right = TrainedModel.train("m", "p", examples, Target.BANDWIDTH, done -> {});
    TrainedModel wrong = TrainedModel.train("m", "p", others, Target.BANDWIDTH, done -> {});

    assertThat(right.without()).containsOnlyKeys("a0", "a1", "a2", "a3", "a4");
    assertThat(wrong.without().get("a0")).isEqualTo(right.without().get("a0"));
    assertThat(wrong.without().get("a1")).isNotEqualTo(right.without().get("a1"));
    assertThat(examples.get(0).predicted(right.without().get("a0")))
        .isEqualTo(right.leftOutPredictions().get(0));
  }

  private static LinearModel fit(List<TrainingExample> examples, SensitivityMetric... metrics) {
    return ClampedLeastSquares.fit("m", "p", examples, Target.BANDWIDTH, List.of(metrics), 1e-3);
  }

  /** S = clamp(-0.5 + 2.5 icActivity - 0.4 normVgpr); one metric is noise, one does not vary. */
  private static List<TrainingExample> examples(int count, long seed) {
    var random = new Random(seed);
    List<TrainingExample> examples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double activity = random.nextDouble();
      double registers = random.nextDouble();
      double truth = Math.max(0, Math.min(1, -0.5 + 2.5 * activity - 0.4 * registers));
      examples.add(
          new TrainingExample(
              "a" + i % 5,
              "k" + i,
              0,
              1,
              Map.of(
                  SensitivityMetric.IC_ACTIVITY, activity,
                  SensitivityMetric.NORM_VGPR, registers,
                  SensitivityMetric.NORM_SGPR, 0.5,
                  SensitivityMetric.MEM_UNIT_BUSY_PERCENT, 100 * random.nextDouble(),
                  SensitivityMetric.MEM_UNIT_STALLED_PERCENT, 1.0,
                  SensitivityMetric.VALU_UTILIZATION_PERCENT, 1.0,
                  SensitivityMetric.WRITE_UNIT_STALLED_PERCENT, 1.0,
                  SensitivityMetric.COMPUTE_TO_MEMORY_PERCENT, 1.0),
              Map.of(Target.BANDWIDTH, truth, Target.COMPUTE, 0.5)));
    }
    return examples;
  }

  private static double plainError(double[] x, double[] y) {
    double meanX = java.util.Arrays.stream(x).average().orElseThrow();
    double meanY = java.util.Arrays.stream(y).average().orElseThrow();
    double sxy = 0;
    double sxx = 0;
    for (int i = 0; i < x.length; i++) {
      sxy += (x[i] - meanX) * (y[i] - meanY);
      sxx += (x[i] - meanX) * (x[i] - meanX);
    }
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double left = meanY + sxy / sxx * (x[i] - meanX) - y[i];
      sum += left * left;
    }
    return Math.sqrt(sum / x.length);
  }
}
