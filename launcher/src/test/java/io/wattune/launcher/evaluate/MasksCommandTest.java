package io.wattune.launcher.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MasksCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command = WattuneCommand.commandLine();

  MasksCommandTest() {
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
  }

  private int evaluate(String table, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("times.csv"), table);
    String[] all = new String[8 + more.length];
    String[] first = {
      "evaluate", "masks", "--table", file.toString(), "--engines", "4", "--units", "15"
    };
    System.arraycopy(first, 0, all, 0, 8);
    System.arraycopy(more, 0, all, 8, more.length);
    return command.execute(all);
  }

  /** A kernel whose blocks flow, on 4 engines of 15: 0.3 ms, and memory keeps up with 40 units. */
  private static double seconds(int[] units) {
    double slowest = 0;
    int engines = 0;
    for (int count : units) {
      engines += count > 0 ? 1 : 0;
    }
    for (int count : units) {
      slowest = count > 0 ? Math.max(slowest, 1.0 / engines / count) : slowest;
    }
    return 0.3e-3 + 0.2 * Math.max(slowest, 1 / 40.0);
  }

  private static int[] packed(int count) {
    int[] units = new int[4];
    for (int i = 0; i < count; i++) {
      units[i / 15]++;
    }
    return units;
  }

  private static int[] distributed(int count) {
    int[] units = new int[4];
    for (int i = 0; i < count; i++) {
      units[i % 4]++;
    }
    return units;
  }

  /** Bit 4 cu + se of each unit in use. */
  private static String hex(int[] units) {
    long bits = 0;
    for (int engine = 0; engine < 4; engine++) {
      for (int unit = 0; unit < units[engine]; unit++) {
        bits |= 1L << (4 * unit + engine);
      }
    }
    return "0x" + Long.toHexString(bits);
  }

  @Test
  void masksInTheDriversOrderOfBitsComeOutByTheRule() throws Exception {
    var random = new Random(5);
    var table = new StringBuilder("mask,seconds\n");
    for (int count = 1; count <= 60; count++) {
      for (int[] units : new int[][] {packed(count), distributed(count)}) {
        double measured = seconds(units) * (1 + 0.02 * random.nextGaussian());
        table.append(hex(units)).append(',').append(measured).append('\n');
      }
    }

    assertThat(evaluate(table.toString(), "--json")).isEqualTo(ExitCode.DONE);

    assertThat(err.toString()).isEmpty();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    // 2 % of noise is 1.6 % on average; 4 % is what tables of real cards must come out within.
    assertThat(json.path("meanError").asDouble()).isBetween(0.01, 0.025);
    assertThat(json.path("largestError").asDouble()).isBetween(0.03, 0.1);
    assertThat(json.at("/naive/meanError").asDouble()).isGreaterThan(0.15);
    assertThat(json.at("/naive/largestError").asDouble()).isGreaterThan(0.5);
    assertThat(json.path("leftOutError").asDouble()).isBetween(0.01, 0.03);
    assertThat(json.path("rows")).hasSize(120);
    double sum = 0;
    for (JsonNode row : json.path("rows")) {
      sum += Math.abs(row.path("predictedSeconds").asDouble() / row.path("seconds").asDouble() - 1);
    }
    assertThat(json.path("meanError").asDouble()).isCloseTo(sum / 120, within(1e-12));
    assertThat(json.at("/rows/30/mask").asText()).isEqualTo("0x111111111111113");
    assertThat(json.at("/rows/30/predictedSeconds").asDouble())
        .as("16 packed units: one has half of the work")
        .isCloseTo(seconds(packed(16)), within(0.03 * seconds(packed(16))));
  }

  @Test
  void placementsAreMasksByTheirNames() throws Exception {
    var table = new StringBuilder("# a card\nseconds,Placement,units,note\n");
    for (int count = 1; count <= 60; count++) {
      table.append(
          String.format(
              Locale.ROOT,
              "%.9f,PACKED,%d,\n%.9f,distributed,%d,x\n",
              seconds(packed(count)),
              count,
              seconds(distributed(count)),
              count));
    }

    assertThat(evaluate(table.toString())).isEqualTo(ExitCode.DONE);

    assertThat(out.toString())
        .contains("0x111111111111113")
        .contains("15+1+0+0")
        .contains("the rule, fitted: mean error 0.0 %")
        .contains("time as 1 / units: mean error ")
        .contains("rows that its fit did not see: mean error 0.");
  }

  @Test
  void aTableOfOneRowHasAFitWithoutALeftOutError() throws Exception {
    assertThat(evaluate("mask,seconds\n7fff,2\n", "--json")).isEqualTo(ExitCode.DONE);

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("meanError").asDouble()).isCloseTo(0, within(1e-9));
    assertThat(json.path("leftOutError").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mask,seconds;0x1,1;0x0,1 | line 3: a mask must have at least one of 60 units",
        "mask,seconds;0x1000000000000000,1 | line 2: a mask must have at least one of 60 units",
        "mask,seconds;0xyz,1 | line 2: '0xyz' is no hexadecimal mask",
        "mask,seconds;;0x1,-1 | line 3: seconds must be a number above 0, was '-1'",
        "mask,seconds;0x1,NaN | line 2: seconds must be a number above 0, was 'NaN'",
        "mask,seconds;0x1 | line 2: has 1 values, the header 2",
        "placement,units,seconds;packed,61,1 | line 2: count must be in 1..60",
        "placement,units,seconds;packed,two,1 | line 2: units must be a whole number above 0, was 'two'",
        "placement,units,seconds;tight,2,1 | line 2: placement must be one of [distributed, packed",
        "time,units;1,1 | has no column 'mask'; it needs [mask, seconds]",
        "mask,seconds; | has 0 rows; it needs a header and 1 to 2000 rows",
      })
  void whatIsWrongInATableIsSaidWithItsLine(String table, String message) throws Exception {
    assertThat(evaluate(table.replace(';', '\n'))).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).contains("times.csv").contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aTableThatIsNotThereAndAGpuThatCannotBeAreWrongArguments() throws Exception {
    assertThat(
            command.execute(
                "evaluate", "masks", "--table", "none.csv", "--engines", "4", "--units", "15"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("'none.csv' cannot be read");
    assertThat(evaluate("mask,seconds\n1,1\n", "--together", "2")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--units must be a multiple of --together");
    assertThat(command.execute("evaluate", "masks", "--table", "x")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--engines");
  }
}
