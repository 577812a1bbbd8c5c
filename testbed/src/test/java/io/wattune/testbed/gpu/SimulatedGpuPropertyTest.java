package io.wattune.testbed.gpu;

import static io.wattune.testbed.gpu.Simulation.MILLI;
import static io.wattune.testbed.gpu.Simulation.SECOND;
import static io.wattune.testbed.gpu.Simulation.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

final class SimulatedGpuPropertyTest {
  private static @Nullable Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("wattune-gpu");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /**
   * Energy to the bit, at every whole second and at the end, and so do work, readings and events;
   * the required 1e-9 is met with room, because only events end a level.
   */
  @Property(tries = 60)
  void howOftenTheClockIsAdvancedChangesNothing(
      @ForAll("gpus") String gpu,
      @ForAll("workloads") String workload,
      @ForAll @IntRange(max = 1000) int seed,
      @ForAll long[] cuts)
      throws IOException {
    long end = START + 12 * SECOND;
    long[] reads = new long[20];
    for (int i = 0; i < reads.length; i++) {
      reads[i] = START + (i + 1) * (12 * SECOND / reads.length) - 7 * MILLI;
    }
    var coarse = simulation(gpu, workload, seed);
    var fine = simulation(gpu, workload, seed);
    long[] grid = grid(cuts, end);

    int next = 0;
    for (long read : reads) {
      while (next < grid.length && grid[next] < read) {
        fine.advance(grid[next++] - START);
      }
      assertThat(fine.gpu.read(read)).isEqualTo(coarse.gpu.read(read));
    }
    fine.advance(end - START);
    coarse.advance(end - START);

    assertThat(fine.gpu.truth().now()).isEqualTo(coarse.gpu.truth().now());
    long first = Math.floorDiv(START, SECOND) + 1;
    for (long second = first; second * SECOND <= end; second++) {
      assertThat(fine.gpu.truth().energyMicrojoules(START, second * SECOND))
          .isEqualTo(coarse.gpu.truth().energyMicrojoules(START, second * SECOND));
    }
    assertThat(fine.ended).isEqualTo(coarse.ended);
    assertThat(fine.counters).isEqualTo(coarse.counters);
  }

  /** The same writes at the same times: the same truth, whatever is asked between them. */
  @Property(tries = 30)
  void theSameSettingsAtTheSameTimesGiveTheSameTruth(
      @ForAll("workloads") String workload,
      @ForAll @IntRange(max = 1000) int seed,
      @ForAll @IntRange(min = 3, max = 10) int hundreds,
      @ForAll long[] cuts)
      throws Exception {
    var one = simulation("gcn-32cu", workload, seed);
    var two = simulation("gcn-32cu", workload, seed);
    long half = START + 6 * SECOND;
    long end = START + 12 * SECOND;
    for (var simulation : List.of(one, two)) {
      for (long cut : simulation == one ? new long[0] : grid(cuts, half)) {
        simulation.gpu.advanceTo(cut);
      }
      simulation.gpu.advanceTo(half);
      simulation.registers.write(0, hundreds * 100L);
      simulation.gpu.advanceTo(half);
      for (long cut : simulation == one ? new long[0] : grid(cuts, end)) {
        simulation.gpu.advanceTo(cut);
      }
      simulation.gpu.advanceTo(end);
    }

    assertThat(two.gpu.truth().now()).isEqualTo(one.gpu.truth().now());
  }

  @Provide
  Arbitrary<String> gpus() {
    return Arbitraries.of(DataFiles.BUNDLED_GPUS);
  }

  @Provide
  Arbitrary<String> workloads() {
    return Arbitraries.of(DataFiles.BUNDLED_WORKLOADS);
  }

  private static long[] grid(long[] cuts, long end) {
    return Arrays.stream(cuts)
        .map(cut -> START + Math.floorMod(cut, end - START))
        .sorted()
        .toArray();
  }

  private static Simulation simulation(String gpu, String workload, int seed) throws IOException {
    Path own = Files.createTempDirectory(folder, "gpu");
    try {
      return new Simulation(own, DataFiles.gpu(gpu), DataFiles.workload(workload), seed);
    } finally {
      // The mapping stays; nobody needs the name any more.
      Files.delete(own.resolve("gpu" + seed));
      Files.delete(own);
    }
  }
}
