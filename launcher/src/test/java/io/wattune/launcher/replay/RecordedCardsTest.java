package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole way with readings of real cards, against the meter that was recorded beside them. */
class RecordedCardsTest {
  @TempDir Path folder;

  @Test
  void aK40mIsCorrectedToWhatTheMeterSaw() throws Exception {
    JsonNode result = replay("k40m-step");

    assertThat(result.path("sensor").path("class").asText()).isEqualTo("first-order-lag");
    assertThat(result.path("sensor").path("source").asText()).isEqualTo("learned");
    // Fits of rises of different lengths give 0.051 s to 0.0535 s.
    assertThat(result.path("sensor").path("timeConstantSeconds").asDouble())
        .isCloseTo(0.054, within(0.006));
    // As it stands: the lag takes from the beginning, the scale adds throughout.
    requireRaw(-17.2, activity(result, "first 100 ms"));
    requireRaw(-1.8, activity(result, "first 500 ms"));
    requireRaw(2.9, activity(result, "whole"));
    // Corrected: the shorter the span, the more some milliseconds at its edges count.
    requireTrue(3, activity(result, "first 100 ms"));
    requireTrue(1, activity(result, "first 500 ms"));
    requireTrue(0.5, activity(result, "whole"));
    // The readings are 3.3 W away.
    assertThat(result.path("meterRmseWatts").path("corrected").asDouble())
        .isLessThanOrEqualTo(0.7)
        .isLessThan(result.path("meterRmseWatts").path("raw").asDouble() / 4);
  }

  /** Sensors that average: not modelled yet, so they are taken as they stand and said to be so. */
  @ParameterizedTest
  @CsvSource({"a5000-step", "rtx3090-square"})
  void aSensorThatIsNotUnderstoodIsEstimatedWithAnErrorThatCoversItsOwn(String card)
      throws Exception {
    JsonNode result = replay(card);

    assertThat(result.path("sensor").path("class").asText()).isEqualTo("pass-through");
    assertThat(result.path("sensor").path("source").asText()).isEqualTo("prior");
    JsonNode whole = activity(result, "whole");
    assertThat(whole.path("quality").asText()).isEqualTo("ESTIMATED");
    double error =
        whole.path("energyJoules").asDouble() - whole.path("meterEnergyJoules").asDouble();
    assertThat(whole.path("standardErrorJoules").asDouble())
        .isGreaterThanOrEqualTo(Math.abs(error) / 3)
        // Not so large that it would say nothing.
        .isLessThan(0.1 * whole.path("energyJoules").asDouble());
  }

  private static void requireRaw(double percent, JsonNode activity) {
    double deviation =
        activity.path("rawEnergyJoules").asDouble() / activity.path("meterEnergyJoules").asDouble()
            - 1;
    // The recording does not change; the bound is for how edges between samples are placed.
    assertThat(100 * deviation).as(activity.path("name").asText()).isCloseTo(percent, within(0.3));
  }

  private static void requireTrue(double percent, JsonNode activity) {
    assertThat(activity.path("energyJoules").asDouble())
        .as(activity.path("name").asText())
        .isCloseTo(
            activity.path("meterEnergyJoules").asDouble(), Percentage.withPercentage(percent));
    assertThat(activity.path("quality").asText()).isEqualTo("CORRECTED");
  }

  /** One device's report, with the meter and with more spans than the recording has. */
  private JsonNode replay(String card) throws IOException {
    Path recording = RecordedData.folder("gpu-sensor-vs-meter/" + card);
    Path activities = folder.resolve(card + ".csv");
    Files.write(activities, withSpans(Files.readAllLines(recording.resolve("activity.csv"))));
    return CommandRun.of(
            "replay",
            recording.resolve("gpudata.csv").toString(),
            "--activity",
            activities.toString(),
            "--meter",
            recording.resolve("meter.csv").toString(),
            "--profile",
            "auto",
            "--time-zone",
            "Europe/London",
            "--json")
        .json();
  }

  /** Beside what is there: from the first start to the last end, and the beginnings of that. */
  private static List<String> withSpans(List<String> lines) {
    long start = Long.parseLong(lines.get(1).split(",")[0]);
    long end = Long.parseLong(lines.get(lines.size() - 1).split(",")[1]);
    List<String> all = new ArrayList<>(lines);
    all.add(start + "," + end + ",whole");
    all.add(start + "," + (start + 100_000) + ",first 100 ms");
    all.add(start + "," + (start + 500_000) + ",first 500 ms");
    return all;
  }

  private static JsonNode activity(JsonNode result, String name) {
    for (JsonNode activity : result.path("activities")) {
      if (activity.path("name").asText().equals(name)) {
        return activity;
      }
    }
    throw new AssertionError("no activity '" + name + "' in " + result.path("activities"));
  }
}
