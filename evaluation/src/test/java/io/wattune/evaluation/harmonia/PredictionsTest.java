package io.wattune.evaluation.harmonia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweep, training and what is said of it, on four applications of which one has phases. */
class PredictionsTest {
  /** Sums of some products in double. */
  private static final double ROUNDING = 1e-12;

  private static Testbed testbed;
  private static Predictions predictions;
  private static final List<Long> STEPS = new ArrayList<>();

  @BeforeAll
  static void train() throws IOException {
    testbed =
        Testbed.of(
            "hd7970",
            List.of("hd7970/MaxFlops", "hd7970/CoMD", "hd7970/Graph500", "hd7970/miniFE"));
    predictions = TestbedTraining.train(testbed, 1, STEPS::add);
  }

  @Test
  void itsStepsAreToldOneByOne() {
    assertThat(STEPS)
        .hasSize((int) TestbedTraining.steps(testbed))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void anApplicationIsTheMeanOfItsKernelsWherePhasesAreOneKernelTogether() {
    List<Double> measured = predictions.measured(Target.COMPUTE);
    double phases = 0;
    double others = 0;
    for (int i = 0; i < predictions.examples().size(); i++) {
      TrainingExample each = predictions.examples().get(i);
      if (each.application().equals("Graph500")) {
        if (each.kernel().equals("BottomStepUp")) {
          phases += measured.get(i) / 8;
        } else {
          others += measured.get(i);
        }
      }
    }

    assertThat(predictions.mean(measured, "Graph500"))
        .isCloseTo((phases + others) / 3, within(ROUNDING));
  }

  @Test
  void theErrorOfAllIsTheMeanOfTheApplicationsByTheirKernels() {
    Map<String, Integer> kernels = Map.of("MaxFlops", 1, "CoMD", 3, "Graph500", 3, "miniFE", 3);
    for (Predictor each : Predictor.values()) {
      double sum = 0;
      for (String application : predictions.applications()) {
        sum +=
            kernels.get(application)
                * predictions.scores(Target.BANDWIDTH, each, application).meanAbsoluteError();
      }
      assertThat(predictions.scores(Target.BANDWIDTH, each).meanAbsoluteError())
          .isCloseTo(sum / 10, within(ROUNDING));
    }
  }

  /** MaxFlops by hand: no bandwidth, all compute; the models of the other three know no such. */
  @Test
  void measuredAndPredictedAreWhatTheyAreCalled() {
    assertThat(predictions.mean(predictions.measured(Target.BANDWIDTH), "MaxFlops"))
        .isCloseTo(0, within(0.01));
    assertThat(predictions.mean(predictions.measured(Target.COMPUTE), "MaxFlops"))
        .isCloseTo(1, within(0.02));
    // Seed facts: 0.06 + 0.7 + 0.452 * 127/256 + 0.024 * 67/102.
    assertThat(
            predictions.mean(predictions.predicted(Target.COMPUTE, Predictor.TABLE_3), "MaxFlops"))
        .isCloseTo(1, within(0.002));
    for (Target target : Target.values()) {
      assertThat(predictions.scores(target, Predictor.LEFT_OUT).meanAbsoluteError())
          .isGreaterThan(predictions.scores(target, Predictor.IN_SAMPLE).meanAbsoluteError());
    }
  }

  @Test
  void thePoliciesGetTheModelsOfTheLeftOutPredictions() {
    Map<String, SensitivitySettings> without = predictions.withoutEach();

    assertThat(without).containsOnlyKeys(predictions.applications());
    for (int i = 0; i < predictions.examples().size(); i++) {
      TrainingExample example = predictions.examples().get(i);
      List<LinearModel> models = without.get(example.application()).models();
      assertThat(models).hasSize(2);
      for (int m = 0; m < models.size(); m++) {
        assertThat(example.predicted(models.get(m)))
            .isEqualTo(predictions.predicted(Target.values()[m], Predictor.LEFT_OUT).get(i));
      }
    }
  }

  @Test
  void theTextSaysWhatIsInSampleAndWhatIsNot() {
    List<String> lines = PredictionText.of(predictions).lines().toList();

    assertThat(lines).anyMatch(line -> line.matches("MaxFlops +0\\.00 .*1\\.00 \\(0\\.\\d\\).*"));
    assertThat(lines)
        .anyMatch(line -> line.matches("the paper: .* 3\\.03 +0\\.96 +5\\.71 +0\\.91 +in sample"))
        .anyMatch(line -> line.matches("Table 3 as published .* calibration"))
        .anyMatch(line -> line.matches("trained here, without the application .* out of sample"))
        .anyMatch(line -> line.matches("trained here, with all of them .* in sample"));
  }

  @Test
  void ownApplicationsAreNotChosenForTable3() {
    var own = new Predictions(predictions.examples(), predictions.trained(), false);

    assertThat(own.standing(Predictor.TABLE_3)).isEqualTo("out of sample");
  }

  @Test
  void theJsonHasErrorsAndSensitivities() {
    ObjectNode json = new ObjectMapper().createObjectNode();

    PredictionJson.write(json, predictions);

    JsonNode compute = json.path("compute");
    assertThat(compute.at("/paper/error").asDouble()).isEqualTo(0.0571);
    assertThat(compute.at("/leftOut/is").asText()).isEqualTo("out of sample");
    assertThat(compute.at("/leftOut/meanAbsoluteError").asDouble())
        .isEqualTo(predictions.scores(Target.COMPUTE, Predictor.LEFT_OUT).meanAbsoluteError());
    assertThat(compute.at("/workloads/MaxFlops/measured").asDouble()).isCloseTo(1, within(0.02));
    assertThat(compute.at("/workloads/CoMD/table3/predicted").asDouble()).isBetween(0.0, 1.0);
    assertThat(compute.path("kernels")).hasSize(predictions.examples().size());
    assertThat(json.at("/bandwidth/table3/correlation").asDouble()).isBetween(0.5, 1.0);
  }

  @Test
  void thePictureHasBothSensitivities(@TempDir Path folder) throws Exception {
    Evaluation evaluation =
        Evaluation.run(testbed, List.of(), TrialConditions.PAPER, 1, done -> {});

    EvaluationFolder.write(
        folder, new EvaluationReport(evaluation, null, predictions, ""), "command", "");

    Path picture = folder.resolve("harmonia-predictions.png");
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(1600);
    assertThat(Files.readString(folder.resolve("harmonia.md")))
        .contains("harmonia-predictions.png", "out of sample");
  }

  @Test
  void whatATestbedLacksIsSaid() throws IOException {
    assertThat(TestbedTraining.missing(testbed)).isEmpty();
    assertThat(TestbedTraining.missing(Testbed.of("hd7970", List.of("hd7970/Sort"))))
        .hasValueSatisfying(text -> assertThat(text).contains("3 applications", "there are 1"));
    assertThat(TestbedTraining.missing(Testbed.of("k20c", DataFiles.BUNDLED_APPLICATIONS)))
        .hasValueSatisfying(text -> assertThat(text).contains("no tunable"));
  }
}
