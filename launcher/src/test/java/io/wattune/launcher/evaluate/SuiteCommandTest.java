package io.wattune.launcher.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.testbed.krisp.PartitionPolicy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SuiteCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command = WattuneCommand.commandLine();

  SuiteCommandTest() {
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
  }

  @Tag("nightly")
  @Test
  void theServersCharacterisationIsMarkedByKind() throws Exception {
    assertThat(command.execute("evaluate", "--testbed", "mi50", "--suite", "masks", "--json"))
        .isEqualTo(ExitCode.DONE);

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("suite").asText()).isEqualTo("masks");
    assertThat(json.path("policies").isObject()).isTrue();
    assertThat(json.path("policies")).isEmpty();
    Set<String> kinds = new HashSet<>();
    Set<String> figures = new HashSet<>();
    for (JsonNode row : json.path("rows")) {
      kinds.add(row.path("kind").asText());
      figures.add(row.path("figure").asText());
      assertThat(row.path("paper").isMissingNode()).isFalse();
      assertThat(row.path("ours").isMissingNode()).isFalse();
      assertThat(row.path("what").asText()).isNotEmpty();
    }
    assertThat(kinds).containsExactlyInAnyOrder("calibration", "prediction");
    assertThat(figures).contains("2.5a", "2.5b", "3.9", "table 3.3", "4.2", "4.4", "4.6a");
    assertThat(json.path("rows"))
        .filteredOn(row -> row.path("what").asText().equals("albert: kernels"))
        .singleElement()
        .satisfies(row -> assertThat(row.path("ours").asDouble()).isEqualTo(304));
  }

  @Tag("long")
  @Test
  void withoutASuiteThatIsWhatIsPrinted() {
    assertThat(command.execute("evaluate", "--testbed", "mi50")).isEqualTo(ExitCode.DONE);

    assertThat(out.toString()).contains("16 31 46").contains("calibration").contains("prediction");
  }

  @Test
  @Tag("nightly")
  void policiesForUnitsStandBesideTheDocuments() throws Exception {
    assertThat(command.execute("evaluate", "--testbed", "mi50", "--suite", "krisp", "--json"))
        .isEqualTo(ExitCode.DONE);

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("suite").asText()).isEqualTo("krisp");
    assertThat(json.path("policies")).hasSize(PartitionPolicy.values().length + 3);
    for (JsonNode policy : json.path("policies")) {
      // Alone no policy costs more than the 1 % of right-sizes, or the 2 % of parted units.
      assertThat(policy.path("throughput.1").asDouble()).isBetween(0.98, 1.0000001);
      assertThat(policy.path("throughput.4").asDouble())
          .isGreaterThan(policy.path("throughput.1").asDouble());
    }
    assertThat(json.at("/policies/krisp-i/energy.2").asDouble()).isBetween(0.3, 1.0);
    assertThat(json.path("rows"))
        .allMatch(row -> row.path("kind").asText().equals("prediction"))
        .hasSizeGreaterThan(55)
        .extracting(row -> row.path("figure").asText())
        .contains("3.13", "3.14a", "3.14c", "3.15a", "3.15b", "3.16", "3.17");
    assertThat(json.path("rows"))
        .filteredOn(row -> row.path("figure").asText().equals("table 3.4"))
        .hasSize(40)
        .allMatch(row -> List.of(0.0, 1.0, 2.0, 4.0).contains(row.path("ours").asDouble()));
  }

  @Test
  void graphsOfKernelsStandBesideTheDocuments() throws Exception {
    assertThat(command.execute("evaluate", "--testbed", "mi50", "--suite", "dagee", "--json"))
        .isEqualTo(ExitCode.DONE);

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("rows"))
        .extracting(row -> row.path("figure").asText())
        .contains("2.8", "2.9", "2.10a", "2.10b");
    double packed = json.at("/policies/packed/seconds.4096").asDouble();
    assertThat(packed).isGreaterThan(json.at("/policies/history/seconds.4096").asDouble());
  }

  @Test
  @Tag("soak")
  void loadsAreServedWithoutAMissAndPlotted(@TempDir Path folder) throws Exception {
    assertThat(
            command.execute(
                "evaluate",
                "--testbed",
                "mi50",
                "--suite",
                "cofris",
                "--json",
                "--out",
                folder.toString()))
        .isEqualTo(ExitCode.DONE);

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/policies/baseline/power.drawn-1.even").asDouble()).isEqualTo(1);
    for (JsonNode policy : json.path("policies")) {
      policy
          .properties()
          .forEach(
              each -> {
                if (each.getKey().startsWith("misses.")) {
                  assertThat(each.getValue().asDouble()).as(each.getKey()).isZero();
                }
              });
    }
    for (String load : new String[] {"drawn-1.even", "drawn-1.random", "drawn-2.even"}) {
      double cofris = json.at("/policies/cofris-cu/power." + load).asDouble();
      double joint = json.at("/policies/joint-parking/power." + load).asDouble();
      // The issue asks for five points.
      assertThat(cofris - joint).as(load).isGreaterThan(0.05);
    }
    assertThat(folder)
        .isDirectoryContaining("glob:**cofris-models.png")
        .isDirectoryContaining("glob:**cofris-tails.png")
        .isDirectoryContaining("glob:**cofris.json");
  }

  @Test
  void whatIsNoSuiteOrNoServerIsWrongArguments() {
    assertThat(command.execute("evaluate", "--testbed", "mi50", "--suite", "none"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("no suite 'none'; there are masks, krisp, dagee, cofris");
    assertThat(command.execute("evaluate", "--testbed", "hd7970", "--suite", "masks"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--suite is for --testbed mi50");
    assertThat(command.execute("evaluate", "--testbed", "mi50", "--draws", "3"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--draws is not for --testbed mi50");
  }
}
