package io.wattune.evaluation.harmonia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.sweep.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationTest {
  /** How far an average may be from the paper's: its own plots cannot be read much better. */
  private static final double POINTS = 0.03;

  private static Testbed testbed;
  private static Evaluation evaluation;

  @BeforeAll
  static void run() throws Exception {
    testbed = Testbed.hd7970();
    List<TestedPolicy> policies = new ArrayList<>(TestedPolicy.PUBLISHED);
    policies.addAll(TestedPolicy.BY_VALU_BUSY);
    evaluation = Evaluation.run(testbed, policies, TrialConditions.PAPER, 1, done -> {});
  }

  @Test
  void theBaselineIsOne() {
    PolicyResult baseline = evaluation.result("baseline");

    assertThat(baseline.mean()).isEqualTo(new RelativeRun(1, 1, 1, 1));
    assertThat(baseline.worstSlowdown()).isZero();
  }

  @Test
  void harmoniasAveragesAreThoseOfThePaper() {
    RelativeRun mean = evaluation.result("harmonia").mean();
    RelativeRun withoutStress = evaluation.result("harmonia").meanWithoutStress();

    assertThat(mean.ed2()).isCloseTo(0.88, within(POINTS));
    assertThat(mean.power()).isCloseTo(0.88, within(POINTS));
    assertThat(withoutStress.performance()).isCloseTo(1 - 0.0036, within(POINTS));
    assertThat(evaluation.result("harmonia").worstSlowdown()).isCloseTo(0.036, within(POINTS));
    assertThat(evaluation.result("dvfs-only").mean().ed2()).isCloseTo(0.97, within(POINTS));
  }

  @Test
  void nobodyPassesTheOracleAndHarmoniaComesNear() {
    assertThat(evaluation.results())
        .filteredOn(each -> !each.policy().equals("oracle"))
        .allSatisfy(
            each ->
                assertThat(each.mean().ed2())
                    .as(each.policy())
                    .isGreaterThan(evaluation.oracle().mean().ed2()));
    assertThat(evaluation.result("harmonia").distanceTo(evaluation.oracle()))
        .isBetween(0.0, 0.03 + POINTS);
  }

  /** VALUBusy does not fall with the clock, so that nothing keeps the clock from falling. */
  @Test
  void byValuBusyHarmoniaCollapsesUnlessTheCoreClockIsLeftAlone() {
    assertThat(evaluation.result("harmonia-valubusy").mean().ed2()).isGreaterThan(2);
    assertThat(evaluation.result("harmonia-valubusy-no-clock").mean().ed2())
        .isCloseTo(evaluation.result("harmonia").mean().ed2(), within(0.01));
  }

  @Test
  void theJsonHasWhatScriptsAskFor() throws Exception {
    Spread spread =
        Spread.of(testbed, List.of(TestedPolicy.BASELINE), TrialConditions.PAPER, 1, 3, done -> {});
    Evaluation some = Evaluation.run(testbed, List.of(), TrialConditions.PAPER, 1, done -> {});

    JsonNode policies =
        new ObjectMapper()
            .readTree(EvaluationJson.of(new EvaluationReport(some, spread, null, "none")))
            .get("policies");

    assertThat(policies.fieldNames()).toIterable().containsExactly("baseline", "oracle");
    JsonNode oracle = policies.get("oracle");
    assertThat(oracle.get("distanceToOracle").asDouble()).isZero();
    assertThat(oracle.at("/geomeanNoStress/ed2").asDouble()).isBetween(0.8, 0.9);
    assertThat(oracle.at("/workloads/BPT/performance").asDouble()).isGreaterThan(1.05);
    assertThat(oracle.at("/workloads/BPT/switches").asLong()).isEqualTo(1);
    assertThat(oracle.at("/workloads/BPT/iterationsToConverge").asDouble()).isZero();
    assertThat(oracle.at("/spread/ed2/p50").asDouble()).isBetween(0.8, 0.9);
    assertThat(oracle.at("/spread/testbeds").asInt()).isEqualTo(3);
  }

  @Test
  void anUnknownPolicyIsNamedWithThoseThatThereAre() {
    assertThatThrownBy(
            () -> new EvaluationRun(testbed, List.of("harmony"), TrialConditions.PAPER, 0, 1, true))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("harmony")
        .hasMessageContaining("harmonia-cg");
  }

  @Test
  void theReportHasAPageAndAPictureOfEachFigure(@TempDir Path folder) throws Exception {
    EvaluationFolder.write(
        folder,
        new EvaluationReport(evaluation, null, null, "none"),
        "./wattune evaluate",
        "Remarks.");

    String page = Files.readString(folder.resolve("harmonia.md"));
    assertThat(page).contains("./wattune evaluate", "Remarks.", "Paul et al. 2015 beside ours");
    for (String name : List.of("ed2", "energy", "power", "performance", "graph500", "split")) {
      assertThat(page).contains("harmonia-" + name + ".png");
      assertThat(folder.resolve("harmonia-" + name + ".png")).isNotEmptyFile();
    }
  }
}
