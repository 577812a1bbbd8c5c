package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that is checked in is what the simulator makes from the seed. */
final class K20NbodyExampleTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "k20-nbody");

  @Test
  void theFilesAreRegeneratedByteForByte(@TempDir Path folder) throws IOException {
    K20NbodyExample.main(new String[] {folder.toString()});

    for (String name : List.of("gpudata.csv", "activity.csv", "truth.csv")) {
      assertThat(Files.mismatch(folder.resolve(name), EXAMPLE.resolve(name)))
          .as(
              "first byte that differs in %s; if the simulator was changed on purpose, run the main"
                  + " of K20NbodyExample again",
              name)
          .isEqualTo(-1);
    }
  }

  @Test
  void theReadingsLookLikeNvidiaSmi() throws IOException {
    List<String> lines = Files.readAllLines(EXAMPLE.resolve("gpudata.csv"));

    assertThat(lines.get(0)).isEqualTo("timestamp, index, name, power.draw [W]");
    assertThat(lines.subList(1, lines.size()))
        .allMatch(
            line ->
                line.matches("2026/01/05 12:00:\\d\\d\\.\\d{3}, 0, Tesla K20c, \\d{2,3}\\.\\d\\d"));
    assertThat(Files.size(EXAMPLE.resolve("gpudata.csv"))).isLessThan(200_000L);
  }

  @Test
  void idleIsFlatForTwoSecondsBeforeTheFirstKernel() {
    SimulatedTrace trace = K20NbodyExample.trace();
    long firstStart = trace.runs().get(0).startNanos();

    int polls = 0;
    for (int i = 0; trace.timesNanos()[i] < firstStart; i++, polls++) {
      // Five standard deviations of noise and half a step.
      assertThat(trace.milliwatts()[i]).isBetween(23_640 - 105, 23_640 + 105);
    }
    assertThat(firstStart - trace.timesNanos()[0]).isGreaterThanOrEqualTo(2_000_000_000L);
    assertThat(polls).isGreaterThan(200);
  }

  @Test
  void theTruthIsPowerTimesTime() throws IOException {
    assertThat(Files.readAllLines(EXAMPLE.resolve("truth.csv")))
        .containsExactly(
            "name,energy_joules",
            "nbody-700k,844.668",
            "nbody-350k-a,211.167",
            "nbody-350k-b,211.167",
            "nbody-95k,16.906");
  }
}
