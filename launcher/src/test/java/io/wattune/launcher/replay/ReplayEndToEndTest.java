package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.testkit.Example;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole way: command line, files, Kafka, Flink, report. */
class ReplayEndToEndTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  /**
   * The example is simulated, so its true energies are known. The bound is two standard errors less
   * the part that is common to all activities: the simulated sensor has no error of scale.
   */
  @Tag("long")
  @Test
  void theExampleGivesItsTrueEnergies() throws Exception {
    Path example = Example.folder();
    Path report = folder.resolve("out");
    assertThat(
            run(
                "replay",
                example.resolve("gpudata.csv").toString(),
                "--activity",
                example.resolve("activity.csv").toString(),
                "--time-zone",
                "UTC",
                "--json",
                "--out",
                report.toString()))
        .as(err.toString())
        .isEqualTo(ExitCode.DONE);
    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertThat(result.path("readings").asLong()).isEqualTo(dataLines(example));
    assertThat(result.path("rejects").asLong()).isZero();
    assertThat(result.path("sensor").path("class").asText()).isEqualTo("first-order-lag");
    assertThat(result.path("sensor").path("source").asText()).isEqualTo("learned");
    Map<String, Double> truth = truth(example);
    assertThat(result.path("activities")).hasSize(truth.size());
    String readme = Files.readString(Repository.root().resolve("README.md"));
    for (JsonNode activity : result.path("activities")) {
      assertThat(readme)
          .as("README's table of the example")
          .contains(
              String.format(
                  Locale.ROOT,
                  "| %.1f ± %.1f J |",
                  activity.path("energyJoules").asDouble(),
                  activity.path("standardErrorJoules").asDouble()));
      double own =
          Math.sqrt(
              Math.pow(activity.path("standardErrorJoules").asDouble(), 2)
                  - Math.pow(activity.path("scaleErrorJoules").asDouble(), 2));
      assertThat(activity.path("energyJoules").asDouble())
          .as(activity.path("name").asText())
          .isCloseTo(truth.get(activity.path("name").asText()), within(2 * own));
    }
    assertThat(report.resolve("plot.png")).isNotEmptyFile();
    assertThat(report.resolve("plot.html")).content().contains("smoothed power");
    assertThat(new ObjectMapper().readTree(report.resolve("report.json").toFile()))
        .isEqualTo(result);
  }

  /**
   * Without a list of activities the same loads are found in the readings. Their ends are two of
   * the stated errors from the truth at most, their energies as well: less than one in twenty of
   * eight would not be, for normal errors.
   */
  @Tag("nightly")
  @Test
  void withoutActivitiesTheExamplesLoadsAreDetected() throws Exception {
    Path example = Example.folder();
    assertThat(
            run(
                "replay",
                example.resolve("gpudata.csv").toString(),
                "--time-zone",
                "UTC",
                "--quiet",
                "--json"))
        .as(err.toString())
        .isEqualTo(ExitCode.DONE);
    JsonNode activities = new ObjectMapper().readTree(out.toString()).path("activities");
    List<String[]> rows =
        Files.readAllLines(example.resolve("activity.csv")).stream()
            .filter(line -> Character.isDigit(line.charAt(0)))
            .map(line -> line.split(",", -1))
            .toList();
    Map<String, Double> truth = truth(example);
    assertThat(activities).hasSize(1 + rows.size());
    assertThat(activities.path(0).path("name").asText()).isEqualTo("trace");
    for (int i = 0; i < rows.size(); i++) {
      JsonNode found = activities.path(1 + i);
      String[] row = rows.get(i);
      assertThat(found.path("name").asText()).isEqualTo("detected");
      assertThat(found.path("startNanos").asLong() * 1e-9)
          .as(row[2] + " starts")
          .isCloseTo(
              Long.parseLong(row[0]) * 1e-6,
              within(2 * found.path("startErrorSeconds").asDouble()));
      assertThat(found.path("endNanos").asLong() * 1e-9)
          .as(row[2] + " ends")
          .isCloseTo(
              Long.parseLong(row[1]) * 1e-6, within(2 * found.path("endErrorSeconds").asDouble()));
      assertThat(found.path("energyJoules").asDouble())
          .as(row[2])
          .isCloseTo(truth.get(row[2]), within(2 * found.path("standardErrorJoules").asDouble()));
    }
  }

  /**
   * Nothing happens for 11 minutes; then an edge teaches the sensor's time constant. By default it
   * holds from the beginning of the file; with a horizon of two minutes the beginning is final by
   * then.
   */
  @Tag("nightly")
  @Test
  void anEdgeAfterTenMinutesCorrectsTheWholeFile() throws Exception {
    Path readings = folder.resolve("late.csv");
    Path activities = folder.resolve("a.csv");
    LateEdge.writeTo(readings, activities);
    String[] replay = {
      "replay",
      readings.toString(),
      "--activity",
      activities.toString(),
      "--time-zone",
      "UTC",
      "--json"
    };
    Map<String, String> qualities = qualities(replay);
    assertThat(qualities).containsEntry("first minute", "CORRECTED");
    assertThat(qualities).containsEntry("kernel", "CORRECTED");

    String[] shortly = Arrays.copyOf(replay, replay.length + 2);
    shortly[replay.length] = "--horizon";
    shortly[replay.length + 1] = "2m";
    qualities = qualities(shortly);
    assertThat(qualities).containsEntry("first minute", "ESTIMATED");
    assertThat(qualities).containsEntry("kernel", "CORRECTED");
  }

  private Map<String, String> qualities(String[] arguments) throws IOException {
    out.getBuffer().setLength(0);
    assertThat(run(arguments)).as(err.toString()).isEqualTo(ExitCode.DONE);
    Map<String, String> qualities = new HashMap<>();
    for (JsonNode activity : new ObjectMapper().readTree(out.toString()).path("activities")) {
      qualities.put(activity.path("name").asText(), activity.path("quality").asText());
    }
    return qualities;
  }

  /** Damaged lines, a second GPU, a profile file, and a broker that runs already. */
  @Tag("long")
  @Test
  void aRunningBrokerIsUsedAndLeftAsItWas() throws Exception {
    Path file = Files.write(folder.resolve("two.csv"), twoDevicesWithDamage());
    Path activities =
        Files.writeString(
            folder.resolve("a.csv"),
            "start_epoch_us,end_epoch_us,name,level\n"
                + "1767614401000000,1767614403000000,work,kernel\n");
    Path profile = Files.writeString(folder.resolve("p.json"), anyDevicePassThrough());
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      assertThat(
              run(
                  "replay",
                  file.toString(),
                  "--activity",
                  activities.toString(),
                  "--time-zone",
                  "UTC",
                  "--profile",
                  profile.toString(),
                  "--bootstrap",
                  broker.bootstrapServers(),
                  "--json"))
          .as(err.toString())
          .isEqualTo(ExitCode.DONE);
      assertThat(admin.listTopics().names().get())
          .as("topics that the replay leaves behind")
          .noneMatch(name -> name.startsWith("wattune"));
    }
    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertThat(result.path("devices")).hasSize(2);
    // One line is damaged, and one poll of the first device comes twice.
    assertThat(result.path("rejects").asLong()).isEqualTo(2);
    int device = 0;
    for (JsonNode node : result.path("devices")) {
      // A ramp of 0.5 W/s and a sensor that shows it as it is: energy is mean power times time. A
      // value came up in the 20 ms before the poll that saw it, so that it stands there.
      double watts = 100 + 50 * device++;
      assertThat(node.path("sensor").path("source").asText()).isEqualTo("given");
      assertThat(node.path("activities").path(0).path("energyJoules").asDouble())
          .isCloseTo(2 * (watts + 1), within(2 * 0.5 * 0.02));
      assertThat(node.path("totalEnergyJoules").asDouble())
          .isCloseTo(4.98 * (watts + 1.245), within(0.02 * (watts + 3)));
    }
  }

  private int run(String... arguments) {
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(arguments);
  }

  private static List<String> twoDevicesWithDamage() {
    List<String> lines = new ArrayList<>();
    lines.add("timestamp, index, uuid, power.draw [W]");
    for (int i = 0; i < 250; i++) {
      // No value comes twice, which would count as one reading of the sensor.
      String stamp = String.format(Locale.ROOT, "2026/01/05 12:00:%02d.%03d", i / 50, i % 50 * 20);
      lines.add(String.format(Locale.ROOT, "%s, 0, GPU-a, %.2f W", stamp, 100 + 0.01 * i));
      lines.add(String.format(Locale.ROOT, "%s, 1, GPU-b, %.2f W", stamp, 150 + 0.01 * i));
      if (i == 100) {
        lines.add(stamp + ", 0, GPU-a, 101.00 W");
        lines.add(stamp + ", 0, GPU-a, 1x1.00 W");
      }
    }
    return lines;
  }

  private static String anyDevicePassThrough() {
    return """
        {"profiles": [{"device": "*", "signal": "*", "profileId": "plain",
          "class": "pass-through", "timeConstantSeconds": 0, "timeConstantErrorSeconds": 0,
          "updatePeriodSeconds": 0.02, "delaySeconds": 0, "delayErrorSeconds": 0,
          "gain": 1, "gainError": 0, "offsetWatts": 0, "offsetErrorWatts": 0, "noiseWatts": 0.01}]}
        """;
  }

  private static long dataLines(Path example) throws IOException {
    try (var lines = Files.lines(example.resolve("gpudata.csv"))) {
      return lines.count() - 1;
    }
  }

  private static Map<String, Double> truth(Path example) throws IOException {
    Map<String, Double> truth = new HashMap<>();
    for (String line : Files.readAllLines(example.resolve("truth.csv"))) {
      if (!line.startsWith("name,")) {
        String[] cells = line.split(",");
        truth.put(cells[0], Double.parseDouble(cells[1]));
      }
    }
    return truth;
  }
}
