package io.wattune.launcher.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityEstimator;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensitivity.SensitivityState;
import io.wattune.core.sensitivity.Table3;
import io.wattune.core.sensitivity.training.SweepRow;
import io.wattune.evaluation.sweep.SweepFile;
import io.wattune.evaluation.training.ModelFile;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.schemas.failure.EngineException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Sweep, train, and the file that the sensitivity job reads, through the command line. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrainCommandTest {
  private static final String SOME =
      "hd7970/MaxFlops,hd7970/DeviceMemory,hd7970/CoMD,hd7970/Sort,hd7970/Graph500";

  @TempDir private static Path folder;

  private Path sweep = Path.of("");
  private Path model = Path.of("");
  private JsonNode trained = new ObjectMapper().createObjectNode();

  @BeforeAll
  void sweepAndTrain() throws IOException {
    sweep = folder.resolve("sweep.csv");
    model = folder.resolve("model.json");
    Run swept = run("sweep", "--workloads", SOME, "--out", sweep.toString(), "--repeats", "1");
    assertThat(swept.code).as(swept.err).isEqualTo(ExitCode.DONE);
    assertThat(swept.out).contains(17 * 448 + " rows");
    Run run =
        run(
            "train",
            "--sweep",
            sweep.toString(),
            "--out",
            model.toString(),
            "--name",
            "t",
            "--json");
    assertThat(run.code).as(run.err).isEqualTo(ExitCode.DONE);
    trained = new ObjectMapper().readTree(run.out);
  }

  @Test
  void theSweepNamesItsColumnsWithUnits() throws IOException {
    List<String> lines = Files.readAllLines(sweep);

    assertThat(lines.get(0))
        .startsWith("application,kernel,phase,cuCount,coreClockMegaHertz,memoryClockMegaHertz,")
        .contains("seconds,invocations,cardWatts,gpuWatts,memoryWatts,otherWatts");
    assertThat(lines.get(1)).startsWith("MaxFlops,MaxFlops,0,4,300,475,");
  }

  /** Ten kernels, of which one has eight phases. */
  @Test
  void everyKernelAndPhaseIsAnExample() {
    assertThat(trained.path("examples").asInt()).isEqualTo(17);
    assertThat(trained.path("targets").path("bandwidth").path("examples")).hasSize(17);
  }

  @Test
  void whatIsToldOfApplicationsNotSeenIsWorseThanInSample() {
    for (String target : List.of("bandwidth", "compute")) {
      JsonNode node = trained.path("targets").path(target);
      assertThat(node.path("leftOut").path("meanAbsoluteError").asDouble())
          .isGreaterThan(node.path("inSample").path("meanAbsoluteError").asDouble());
      assertThat(node.path("inSample").path("meanAbsoluteError").asDouble())
          .as("a model fitted to these examples beats Table 3, which was not")
          .isLessThan(node.path("table3").path("meanAbsoluteError").asDouble());
    }
  }

  @Test
  void theJobReadsTheModelByItsFile() throws EngineException {
    SensitivitySettings settings = ModelFile.settings(model);

    assertThat(settings.models())
        .extracting(LinearModel::name)
        .containsExactly("t-bandwidth", "t-compute");
    assertThat(settings.models().get(0).isTrainedFor("Radeon HD 7970, simulated")).isTrue();
    assertThat(ModelFile.settings(null).models()).isEqualTo(Table3.MODELS);
  }

  /** A job's settings go to its tasks as Java's own serialisation has them. */
  @Test
  void aTrainedModelTravelsToTheTasksOfAJobAndTellsThere() throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(ModelFile.settings(model));
    }
    SensitivitySettings there;
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      there = (SensitivitySettings) in.readObject();
    }
    SweepRow row = SweepFile.read(sweep).get(0);

    List<Sensitivity> told =
        new SensitivityEstimator(there).next(new SensitivityState(), row.reading()).sensitivities();

    assertThat(told)
        .extracting(Sensitivity::model)
        .containsExactly("t-bandwidth", "t-compute", "t-compute");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"format\" : \"wattune-sensitivity-model/1\" | \"format\" : \"x\" | format must be",
        "\"unit\" : \"fraction\" | \"unit\" : \"percent\" | must be 'fraction', was 'percent'",
        "\"metric\" : \"IC_ACTIVITY\" | \"metric\" : \"IC_ACTIVTY\" | nearest is 'IC_ACTIVITY'",
        "\"intercept\" | \"intercpt\" | models[0].intercept is missing",
        "\"vectorRegisters\" | \"registers\" | registers.vectorRegisters is missing",
        "{ | [ | not JSON"
      })
  void aModelThatIsNotRightIsAnErrorThatSaysWhy(String right, String wrong, String problem)
      throws IOException {
    String text = Files.readString(model);
    assertThat(text).contains(right);
    Path broken = folder.resolve("broken.json");
    Files.writeString(broken, text.replace(right, wrong));

    assertThatThrownBy(() -> ModelFile.settings(broken))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(broken.toString())
        .hasMessageContaining(problem);
  }

  @Test
  void aModelThatIsNotThereIsWrongArguments() {
    assertThatThrownBy(() -> ModelFile.settings(folder.resolve("none.json")))
        .hasMessageContaining("none.json")
        .hasMessageContaining("cannot be read");
    Run run = run("jobs", "--bootstrap", "127.0.0.1:1", "--sensitivity-model", "none.json");
    assertThat(run.code).isEqualTo(ExitCode.USAGE);
    assertThat(run.err).contains("none.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "seconds | secs | has no column 'seconds'",
        "cuCount,coreClockMegaHertz,memoryClockMegaHertz | a,b,c | has no column of a tunable",
        "MaxFlops,MaxFlops,0,4,300,475, | MaxFlops,MaxFlops,0,4,300,x, | line 2:"
            + " memoryClockMegaHertz must be a number, was 'x'",
        "MaxFlops,MaxFlops,0,4,300,475, | MaxFlops,MaxFlops,0,4,300,475,1, | line 2: has 23 values"
      })
  void aSweepThatIsNotRightIsAnErrorThatNamesItsPlace(String right, String wrong, String problem)
      throws IOException {
    String text = Files.readString(sweep);
    assertThat(text).contains(right);
    Path broken = folder.resolve("broken.csv");
    Files.writeString(broken, text.replaceFirst(right, wrong));

    Run run = run("train", "--sweep", broken.toString());

    assertThat(run.code).isEqualTo(ExitCode.USAGE);
    assertThat(run.err).contains("broken.csv").contains(problem);
  }

  @Test
  void oneApplicationIsNotEnough() {
    Path one = folder.resolve("one.csv");
    assertThat(run("sweep", "--workloads", "hd7970/Sort", "--out", one.toString()).code)
        .isEqualTo(ExitCode.DONE);

    Run run = run("train", "--sweep", one.toString());

    assertThat(run.code).isEqualTo(ExitCode.USAGE);
    assertThat(run.err).contains("two or more, has 1");
  }

  @Test
  void theTextSaysFirstHowGoodItIsOnWhatItHasNotSeen() {
    Run run = run("train", "--sweep", sweep.toString());

    assertThat(run.out.lines().skip(2).toList().get(1))
        .startsWith("bandwidth: applications not seen");
    assertThat(run.out).contains("Table 3 as published").contains("the paper");
  }

  private record Run(int code, String out, String err) {}

  private static Run run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine command =
        WattuneCommand.commandLine(Map.of())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    int code = command.execute(arguments);
    return new Run(code, out.toString(), err.toString());
  }
}
