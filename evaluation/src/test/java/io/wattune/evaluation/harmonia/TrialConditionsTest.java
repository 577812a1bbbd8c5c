package io.wattune.evaluation.harmonia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the baseline's power limit and models of sensitivity do to an evaluation. */
class TrialConditionsTest {
  private static final TestedPolicy HARMONIA = TestedPolicy.named("harmonia").orElseThrow();

  private static Testbed testbed;

  @BeforeAll
  static void read() throws IOException {
    testbed = Testbed.of("hd7970", List.of("hd7970/MaxFlops", "hd7970/Sort"));
  }

  private static Evaluation run(List<TestedPolicy> policies, TrialConditions conditions) {
    return Evaluation.run(testbed, policies, conditions, 1, done -> {});
  }

  /** Models that say the same of every kernel. */
  private static SensitivitySettings always(double sensitivity) {
    List<LinearModel> models =
        Stream.of(Target.values())
            .map(
                target ->
                    new LinearModel(
                        "always-" + target, "HD 7970", target.tunables(), sensitivity, List.of()))
            .toList();
    return SensitivitySettings.DEFAULT.with(models, RegisterFile.GCN1);
  }

  @Test
  void whatIsAlwaysSensitiveIsNotTouched() {
    Evaluation evaluation = run(List.of(HARMONIA), TrialConditions.PAPER.with(always(1)));

    assertThat(evaluation.result("harmonia").mean()).isEqualTo(new RelativeRun(1, 1, 1, 1));
    assertThat(run(List.of(HARMONIA), TrialConditions.PAPER).result("harmonia").mean().ed2())
        .isLessThan(0.95);
  }

  @Test
  void aTrainedPolicyGetsTheModelsThatHaveNotSeenItsApplication() {
    Map<String, SensitivitySettings> models = Map.of("MaxFlops", always(1), "Sort", always(0.1));

    Evaluation evaluation =
        run(List.of(HARMONIA, TestedPolicy.TRAINED), TrialConditions.PAPER.withTrained(models));

    PolicyResult trained = evaluation.result("harmonia-trained");
    assertThat(trained.relative("MaxFlops")).isEqualTo(new RelativeRun(1, 1, 1, 1));
    Evaluation low = run(List.of(HARMONIA), TrialConditions.PAPER.with(always(0.1)));
    assertThat(trained.run("Sort"))
        .isEqualTo(low.result("harmonia").run("Sort"))
        .isNotEqualTo(evaluation.result("harmonia").run("Sort"));
  }

  @Test
  void aTrainedPolicyWithoutModelsIsAnError() {
    assertThatThrownBy(() -> run(List.of(TestedPolicy.TRAINED), TrialConditions.PAPER))
        .hasMessageContaining("trained without 'MaxFlops'");
    assertThatThrownBy(
            () ->
                new EvaluationRun(
                    testbed, List.of("harmonia-trained"), TrialConditions.PAPER, 0, 1, true))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("harmonia-trained")
        .hasMessageContaining("3 applications or more, there are 2");
  }

  @Test
  void aLimitThatIsMetHoldsTheBaselineBackAndIsTold() throws Exception {
    Evaluation limited = run(List.of(), TrialConditions.PAPER.withPowerLimit(215));

    assertThat(limited.limited()).containsExactly("MaxFlops");
    assertThat(limited.baseline().run("MaxFlops").watts()).isLessThan(216);
    assertThat(text(limited))
        .contains("power limit is 215.0 W. MaxFlops meets it; most power has MaxFlops, 2");
    JsonNode json = new ObjectMapper().readTree(EvaluationJson.of(report(limited)));
    assertThat(json.at("/powerLimit/watts").asDouble()).isEqualTo(215);
    assertThat(json.at("/powerLimit/metBy/0").asText()).isEqualTo("MaxFlops");
    assertThat(json.at("/models/1").asText()).isEqualTo("harmonia-table3-bandwidth");
  }

  @Test
  void theCardsOwnLimitIsMetByNoApplicationAndChangesNothing() {
    Evaluation limited = run(List.of(HARMONIA), TrialConditions.PAPER.withPowerLimit(250));

    assertThat(limited.limited()).isEmpty();
    assertThat(limited.results())
        .isEqualTo(run(List.of(HARMONIA), TrialConditions.PAPER).results());
    assertThat(text(limited)).contains("No application meets it; most power has MaxFlops, 2");
  }

  /** Two cards that throttle alike: what is not tuned is the baseline. */
  @Test
  void aPolicyDoesNotWinByExceedingTheLimit() {
    TrialConditions limited = TrialConditions.PAPER.withPowerLimit(215).with(always(1));

    assertThat(run(List.of(HARMONIA), limited).result("harmonia").mean())
        .isEqualTo(new RelativeRun(1, 1, 1, 1));
  }

  private static String text(Evaluation evaluation) {
    return EvaluationText.of(report(evaluation));
  }

  private static EvaluationReport report(Evaluation evaluation) {
    return new EvaluationReport(evaluation, null, null, "not asked for");
  }
}
