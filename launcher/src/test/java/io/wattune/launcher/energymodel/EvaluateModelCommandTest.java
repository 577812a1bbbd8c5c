package io.wattune.launcher.energymodel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.testkit.RecordedData;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class EvaluateModelCommandTest {
  @TempDir Path folder;

  /**
   * Of the project's issue 25: at most 9 % without the kernel itself, 90 % within two errors. A
   * constant's 18.8 % is in the data's own description.
   */
  @Test
  void kernelsOfARealVoltaArePredicted() throws Exception {
    Path data = RecordedData.folder("accelwattch");

    Run run =
        run(data.resolve("hw_perf.csv"), data.resolve("hw_power_validation_volta.csv"), "--json");

    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.path("kernels")).hasSize(25);
    assertThat(json.path("meanAbsoluteError").asDouble()).isBetween(0.05, 0.09);
    assertThat(json.path("r2").asDouble()).isGreaterThan(0.5);
    int within = 0;
    for (JsonNode kernel : json.path("kernels")) {
      double error = kernel.path("predictedWatts").asDouble() - kernel.path("watts").asDouble();
      within += Math.abs(error) <= 2 * kernel.path("standardErrorWatts").asDouble() ? 1 : 0;
    }
    assertThat(within).isGreaterThanOrEqualTo(23);
    assertThat(json.path("withoutCounters")).hasSize(1);
    assertThat(json.path("withoutCounters").get(0).asText()).isEqualTo("pathfinder_k1");
    assertThat(json.path("timeColumn").asText()).isEqualTo("Elapsed_Cycles");
  }

  /** Joules an access times accesses a second: a straight line must be found as one. */
  @Test
  void aLinearCardIsPredictedToItsNoise() throws Exception {
    var random = new Random(5);
    var counters = new StringBuilder("kernel,inst,l2,dram,time_s\n");
    var power = new StringBuilder("kernel,watts\n");
    for (int i = 0; i < 30; i++) {
      double seconds = 0.1 + random.nextDouble();
      double inst = 1e12 * random.nextDouble() * seconds;
      double l2 = 2e11 * random.nextDouble() * seconds;
      double dram = 5e10 * random.nextDouble() * seconds;
      double watts = 20 + (5e-11 * inst + 1e-10 * l2 + 5e-10 * dram) / seconds;
      watts *= 1 + 0.01 * random.nextGaussian();
      counters.append(String.format("k%d,%f,%f,%f,%f%n", i, inst, l2, dram, seconds));
      power.append(String.format("k%d,%f%n", i, watts));
    }
    Path one = Files.writeString(folder.resolve("c.csv"), counters.toString());
    Path other = Files.writeString(folder.resolve("p.csv"), power.toString());

    JsonNode json = new ObjectMapper().readTree(run(one, other, "--json").out());

    // The noise's mean size is 0.8 %; four coefficients from 29 kernels add a fourteenth of it.
    assertThat(json.path("meanAbsoluteError").asDouble()).isBetween(0.004, 0.014);
    assertThat(json.path("withinTwoErrors").asDouble()).isGreaterThanOrEqualTo(0.86);
  }

  record Run(int code, String out, String err) {}

  static Run run(Path counters, Path power, String... more) {
    String[] arguments = new String[6 + more.length];
    arguments[0] = "energy-model";
    arguments[1] = "evaluate";
    arguments[2] = "--counters";
    arguments[3] = counters.toString();
    arguments[4] = "--power";
    arguments[5] = power.toString();
    System.arraycopy(more, 0, arguments, 6, more.length);
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine line = WattuneCommand.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    return new Run(code, out.toString(), err.toString());
  }
}
