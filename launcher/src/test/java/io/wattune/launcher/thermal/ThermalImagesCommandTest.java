package io.wattune.launcher.thermal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.thermal.hotspot.PowerTraceText;
import io.wattune.core.thermal.solver.DenseNetwork;
import io.wattune.core.thermal.solver.GridLayer;
import io.wattune.core.thermal.solver.GridNetwork;
import io.wattune.core.thermal.solver.SteadyState;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Images of two halves of a chip, by the grid solver. */
class ThermalImagesCommandTest {
  private static final int ROWS = 40;
  private static final int COLUMNS = 60;
  private static final double PIXEL = 1e-4;

  @TempDir Path folder;

  /** Left half and right half, watts each. */
  private Path image(String name, double left, double right, Random random) throws Exception {
    var silicon =
        new GridNetwork(
            COLUMNS * PIXEL,
            ROWS * PIXEL,
            ROWS,
            COLUMNS,
            List.of(new GridLayer(120 * 1e-4, 0, 4000, 1)),
            List.of(),
            new DenseNetwork(1));
    double[] watts = new double[ROWS * COLUMNS];
    for (int p = 0; p < watts.length; p++) {
      watts[p] = (p % COLUMNS < COLUMNS / 2 ? left : right) / (ROWS * COLUMNS / 2.0);
    }
    double[] rise = SteadyState.of(silicon, watts, null);
    var out = new StringBuilder("# kelvin\n");
    for (int p = 0; p < rise.length; p++) {
      out.append(String.format(Locale.ROOT, "%.3f", 300 + rise[p] + 0.003 * random.nextGaussian()))
          .append(p % COLUMNS == COLUMNS - 1 ? "\n" : ",");
    }
    return Files.writeString(folder.resolve(name), out);
  }

  @Test
  void twoHalvesAreFoundWithTheirWatts() throws Exception {
    var random = new Random(25);
    double[][] watts = {{2, 1}, {1, 3}, {1.5, 0.7}};
    List<String> names = new ArrayList<>();
    for (int m = 0; m < watts.length; m++) {
      names.add(image(m + ".csv", watts[m][0], watts[m][1], random).toString());
    }
    Path out = folder.resolve("out");

    Run run =
        run(
            "--images",
            String.join(",", names),
            "--pixel",
            "100um",
            "--coolant",
            "300",
            "--to-coolant",
            "4000",
            "--thickness",
            "0.1mm",
            "--blur",
            "1um",
            "--json",
            "--out",
            out.toString());

    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.path("blocks")).hasSize(2);
    JsonNode first = json.path("blocks").get(0);
    JsonNode second = json.path("blocks").get(1);
    // A border off by a pixel is a thirtieth of a block; 5 % is for that and noise.
    for (int m = 0; m < watts.length; m++) {
      assertThat(first.path("watts").get(m).asDouble())
          .isCloseTo(watts[m][0], within(0.05 * watts[m][0]));
      assertThat(second.path("watts").get(m).asDouble())
          .isCloseTo(watts[m][1], within(0.05 * watts[m][1] + 0.02));
    }
    assertThat(first.path("width").asDouble()).isCloseTo(0.003, within(2 * PIXEL));
    assertThat(second.path("left").asDouble()).isCloseTo(0.003, within(2 * PIXEL));
    assertThat(out.resolve("power-3.png")).exists();
    assertThat(PowerTraceText.read(Files.readString(out.resolve("blocks.ptrace"))).size())
        .isEqualTo(3);
    assertThat(
            run(
                    "--images",
                    String.join(",", names),
                    "--pixel",
                    "100um",
                    "--coolant",
                    "300",
                    "--to-coolant",
                    "4000",
                    "--thickness",
                    "0.1mm")
                .out())
        .contains("2 blocks in 3 images", "block_1");
  }

  @Test
  void whatIsWrongIsSaid() throws Exception {
    Path good = image("good.csv", 1, 2, new Random(1));
    Path bad = Files.writeString(folder.resolve("bad.csv"), "300,301\n300\n");
    Path celsius = Files.writeString(folder.resolve("celsius.csv"), "300,-4\n");
    refused(bad, "bad.csv': line 2", "1 pixels");
    refused(celsius, "celsius.csv': line 1", "'-4'");
    refused(good, "two images");
    refused(folder.resolve("none.csv"), "cannot be read");
    assertThat(
            run(
                    "--images",
                    good.toString(),
                    "--pixel",
                    "50",
                    "--coolant",
                    "300",
                    "--to-coolant",
                    "4000",
                    "--thickness",
                    "0.1mm")
                .err())
        .contains("'50' is no length");
  }

  private void refused(Path image, String... said) {
    Run run =
        run(
            "--images",
            image.toString(),
            "--pixel",
            "100um",
            "--coolant",
            "300",
            "--to-coolant",
            "4000",
            "--thickness",
            "0.1mm");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(said);
  }

  record Run(int code, String out, String err) {}

  private static Run run(String... options) {
    List<String> arguments = new ArrayList<>(List.of("thermal-images"));
    arguments.addAll(List.of(options));
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine line = WattuneCommand.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(arguments.toArray(String[]::new));
    return new Run(code, out.toString(), err.toString());
  }
}
