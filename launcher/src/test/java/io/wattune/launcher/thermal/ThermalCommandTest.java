package io.wattune.launcher.thermal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.thermal.hotspot.TemperatureText;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.testkit.RecordedData;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on HotSpot's own example, and on files that are wrong. */
class ThermalCommandTest {
  @TempDir Path folder;

  private Path plan = Path.of("");
  private Path power = Path.of("");
  private Path config = Path.of("");

  @BeforeEach
  void aSmallChip() throws Exception {
    plan = file("chip.flp", "core 0.004 0.008 0 0\ncache 0.004 0.008 0.004 0\n");
    power = file("chip.ptrace", "cache core\n1 10\n3 30\n");
    config = file("chip.config", "-sampling_intvl 0.01\n-grid_rows 16\n-grid_cols 16\n");
  }

  private Path file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }

  /**
   * What HotSpot 6.0 says of its own example. gcc.steady is of its grid model, though the data's
   * description says block model: ours is off by its rounding to 0.01 K in each of 132 nodes.
   */
  @Test
  void hotspotsExampleComesOut() throws Exception {
    Path data = RecordedData.folder("hotspot-ev6");
    Path out = folder.resolve("out");

    Run run = ev6(data, "--json", "--out", out.toString());

    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    Map<String, Double> hotspot =
        TemperatureText.read(Files.readString(data.resolve("gcc.steady")));
    Map<String, Double> ours =
        TemperatureText.read(Files.readString(out.resolve("thermal.steady")));
    assertThat(ours.keySet()).isEqualTo(hotspot.keySet());
    // Half of its last digit, and as much for its solver's tolerance.
    ours.forEach((n, k) -> assertThat(k).as(n).isCloseTo(hotspot.get(n), within(0.01)));
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.path("blocks")).hasSize(30);
    for (JsonNode block : json.path("blocks")) {
      assertThat(block.path("kelvin").asDouble())
          .isCloseTo(hotspot.get(block.path("name").asText()), within(0.01));
    }
    JsonNode cells = json.path("grid").path("kelvin");
    assertThat(json.path("grid").path("rows").asInt()).isEqualTo(64);
    assertThat(cells).hasSize(64 * 64);
    // Cells of HotSpot's gcc.grid.steady, by row from the top and column.
    assertThat(cells.get(0).asDouble()).isCloseTo(323.87, within(0.01));
    assertThat(cells.get(40).asDouble()).isCloseTo(343.76, within(0.01));
    assertThat(cells.get(8 * 64 + 20).asDouble()).isCloseTo(328.03, within(0.01));
    assertThat(cells.get(17 * 64 + 35).asDouble()).isCloseTo(335.24, within(0.01));
    assertThat(ImageIO.read(out.resolve("map.png").toFile()).getWidth()).isGreaterThan(900);
  }

  /** Figures of HotSpot's gcc.init, which is of its block model. */
  @Test
  void hotspotsBlockModelComesOut() throws Exception {
    Path data = RecordedData.folder("hotspot-ev6");
    Map<String, Double> hotspot =
        Map.of(
            "L2",
            323.86,
            "Dcache",
            335.79,
            "IntReg_0",
            343.73,
            "IntReg_1",
            344.29,
            "LdStQ",
            337.50,
            "FPMap_0",
            325.47,
            "IntQ",
            328.51);

    Run run = ev6(data, "--model", "block", "--json");

    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    Map<String, Double> ours = new HashMap<>();
    for (JsonNode block : new ObjectMapper().readTree(run.out()).path("blocks")) {
      ours.put(block.path("name").asText(), block.path("kelvin").asDouble());
    }
    hotspot.forEach((n, k) -> assertThat(ours.get(n)).as(n).isCloseTo(k, within(0.01)));
  }

  private Run ev6(Path data, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--floorplan", data.resolve("ev6.flp").toString(),
                "--power", data.resolve("gcc.ptrace").toString(),
                "--config", data.resolve("hotspot.config").toString()));
    arguments.addAll(List.of(more));
    return run(arguments);
  }

  @Test
  void textHasTheBlocksAndTheBalance() {
    Run run = chip();

    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains("grid model", "core", "20.000", "22.000 W go in, 22.000 W leave");
  }

  /** 20 ms after a start at 60 degrees; then on from where it ended, in HotSpot's own file. */
  @Test
  void aTransientGoesOnFromItsFile() throws Exception {
    Path out = folder.resolve("out");
    Run first = chip("--transient", "--model", "block", "--json", "--out", out.toString());

    assertThat(first.code()).as(first.err()).isEqualTo(ExitCode.DONE);
    JsonNode json = new ObjectMapper().readTree(first.out());
    assertThat(json.path("simulatedSeconds").asDouble()).isCloseTo(0.02, within(1e-12));
    double core = json.path("blocks").get(0).path("kelvin").asDouble();
    // It begins at 333.15 K, and 30 W on 0.3 cm^2 of silicon lift it at once.
    assertThat(core).isBetween(334.0, 350.0);
    List<String> trace = Files.readAllLines(out.resolve("thermal.ttrace"));
    assertThat(trace).hasSize(3).first().isEqualTo("core\tcache");
    assertThat(Double.parseDouble(trace.get(2).split("\t")[0]) + 273.15)
        .isCloseTo(core, within(0.001));

    Path power2 = file("next.ptrace", "cache core\n3 30\n");
    Run next =
        run(
            List.of(
                "--floorplan",
                plan.toString(),
                "--power",
                power2.toString(),
                "--config",
                config.toString(),
                "--transient",
                "--model",
                "block",
                "--json",
                "--start",
                out.resolve("thermal.steady").toString()));
    double later =
        new ObjectMapper().readTree(next.out()).path("blocks").get(0).path("kelvin").asDouble();
    assertThat(later).isGreaterThan(core).isLessThan(core + 5);
  }

  @Test
  void optionsChooseTheGrid() throws Exception {
    JsonNode json = new ObjectMapper().readTree(chip("--json", "--grid", "12x20").out());
    assertThat(json.path("grid").path("rows").asInt()).isEqualTo(12);
    assertThat(json.path("grid").path("columns").asInt()).isEqualTo(20);
    assertThat(json.path("grid").path("kelvin")).hasSize(240);
    assertThat(json.path("seconds").asDouble()).isPositive();
  }

  @Test
  void whatIsWrongIsSaidWithFileAndLine() throws Exception {
    Path good = power;
    power = file("bad.ptrace", "cache core\n1 x\n");
    refused(chip(), "bad.ptrace", "line 2", "'core'");
    power = file("other.ptrace", "cache dram\n1 1\n");
    refused(chip(), "other.ptrace", "does not have: dram");
    power = folder.resolve("none.ptrace");
    refused(chip(), "none.ptrace", "cannot be read");
    power = good;
    config = file("bad.config", "\n-r_convec abc\n");
    refused(chip(), "bad.config", "line 2", "-r_convec");
    config = file("small.config", "-s_spreader 0.007\n");
    refused(chip(), "small.config", "s_spreader");
    config = file("secondary.config", "-model_secondary 1\n");
    refused(chip("--model", "block"), "secondary.config", "grid model");
    refused(chip("--grid", "0x4"), "'0x4' is no grid");
    refused(chip("--grid", "9999x9999"), "is no grid");
    config = file("start.config", "-init_file none.init\n");
    refused(chip("--transient"), "none.init", "cannot be read");
    config = file("start.config", "-init_file other.init\n");
    file("other.init", "core 330\n");
    refused(chip("--transient"), "other.init", "another floor plan");
  }

  private static void refused(Run run, String... said) {
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(said);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aMisspeltParameterIsReported() throws Exception {
    config = file("odd.config", "-r_convek 0.4\n-grid_rows 8\n-grid_cols 8\n");
    assertThat(chip().err()).contains("line 1: -r_convek", "not used");
    assertThat(chip("--quiet").err()).isEmpty();
  }

  @Test
  void leakageThatRunsAwayIsAFailure() throws Exception {
    config = file("hot.config", "-leakage_used 1\n-r_convec 6\n-grid_rows 8\n-grid_cols 8\n");
    for (String model : List.of("grid", "block")) {
      Run run = chip("--model", model);
      assertThat(run.code()).isEqualTo(ExitCode.FAILED);
      assertThat(run.err()).contains("thermal runaway");
    }
    config = file("cool.config", "-leakage_used 1\n-grid_rows 8\n-grid_cols 8\n");
    assertThat(chip().out()).contains("and leakage");
  }

  private Run chip(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--floorplan", plan.toString(),
                "--power", power.toString(),
                "--config", config.toString()));
    arguments.addAll(List.of(more));
    return run(arguments);
  }

  record Run(int code, String out, String err) {}

  private static Run run(List<String> options) {
    List<String> arguments = new ArrayList<>(List.of("thermal"));
    arguments.addAll(options);
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine line = WattuneCommand.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(arguments.toArray(String[]::new));
    return new Run(code, out.toString(), err.toString());
  }
}
