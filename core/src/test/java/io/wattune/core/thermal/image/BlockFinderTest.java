package io.wattune.core.thermal.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Known plans must be found again, with their power. */
class BlockFinderTest {
  private static final double MM = 1e-3;
  private static final int WORKLOADS = 8;

  /** A small GPU: multiprocessors above and below a cache, pads at both sides. */
  private static FloorPlan gpu() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block("pads_west", 1.03 * MM, 7 * MM, 0, 0));
    blocks.add(new Block("pads_east", 1.01 * MM, 7 * MM, 6.99 * MM, 0));
    blocks.add(new Block("l2", 5.96 * MM, 1.52 * MM, 1.03 * MM, 2.74 * MM));
    double wide = 5.96 * MM / 3;
    for (int i = 0; i < 3; i++) {
      double left = 1.03 * MM + i * wide;
      blocks.add(new Block("sm_south_" + i, wide, 2.74 * MM, left, 0));
      blocks.add(new Block("sm_north_" + i, wide, 2.74 * MM, left, 4.26 * MM));
    }
    return new FloorPlan(blocks);
  }

  /** Three by four blocks of unequal sizes. */
  private static FloorPlan tiles() {
    double[] x = {0, 2.1, 4.35, 8};
    double[] y = {0, 1.77, 3.9, 5.2, 7};
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 4; j++) {
        blocks.add(
            new Block(
                "tile_" + i + "_" + j,
                (x[i + 1] - x[i]) * MM,
                (y[j + 1] - y[j]) * MM,
                x[i] * MM,
                y[j] * MM));
      }
    }
    return new FloorPlan(blocks);
  }

  /** A large cache and small units. */
  private static FloorPlan cpu() {
    return new FloorPlan(
        List.of(
            new Block("cache", 8 * MM, 2.6 * MM, 0, 0),
            new Block("core", 3.3 * MM, 4.4 * MM, 0, 2.6 * MM),
            new Block("a", 1.6 * MM, 2.2 * MM, 3.3 * MM, 2.6 * MM),
            new Block("b", 3.1 * MM, 2.2 * MM, 4.9 * MM, 2.6 * MM),
            new Block("c", 2.2 * MM, 2.2 * MM, 3.3 * MM, 4.8 * MM),
            new Block("d", 1.3 * MM, 2.2 * MM, 5.5 * MM, 4.8 * MM),
            new Block("e", 1.2 * MM, 2.2 * MM, 6.8 * MM, 4.8 * MM)));
  }

  /**
   * The project's bounds: 90 % of the area, 12 % of the power of each block in each workload.
   * Noise: a good camera's after a hundred frames, after ten, and of a single one.
   */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"tiles, 0.025"})
  void knownPlansAreFoundAgain(String name, double noise) {
    assertItIsFoundAgain(name, noise);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"gpu, 0.008", "cpu, 0.008", "gpu, 0.003", "tiles, 0.003", "cpu, 0.003"})
  void othersAndThoseOfLessNoiseAreToo(String name, double noise) {
    assertItIsFoundAgain(name, noise);
  }

  private static void assertItIsFoundAgain(String name, double noise) {
    FloorPlan plan =
        switch (name) {
          case "gpu" -> gpu();
          case "tiles" -> tiles();
          default -> cpu();
        };
    var camera = new SyntheticCamera(plan, 25);
    List<ThermalImage> images = new ArrayList<>();
    for (int m = 0; m < WORKLOADS; m++) {
      images.add(camera.image(noise));
    }

    BlockFinder.BlockMap finding =
        new BlockFinder(SyntheticCamera.SHEET, MedianFilter.NARROW, 200).find(images);

    int[] truth = camera.truth();
    int[][] shared = new int[plan.size()][finding.blocks().size()];
    for (int p = 0; p < truth.length; p++) {
      shared[truth[p]][finding.labels()[p]]++;
    }
    assertThat(finding.blocks()).hasSize(plan.size());
    int found = 0;
    for (int b = 0; b < plan.size(); b++) {
      int best = best(shared[b]);
      found += shared[b][best];
      FoundBlock block = finding.blocks().get(best);
      for (int m = 0; m < WORKLOADS; m++) {
        double watts = camera.watts().get(m)[b];
        assertThat(Math.abs(block.watts()[m] - watts) / watts)
            .as("power of %s in workload %d", plan.blocks().get(b).name(), m)
            .isLessThan(0.12);
      }
      double area = plan.blocks().get(b).area();
      assertThat(block.rectangle().area() / area).isBetween(0.85, 1.15);
    }
    assertThat(found / (double) truth.length).as("area").isGreaterThan(0.9);
    // Steps of 0.01 K add 0.003 K; the filter leaves a little of each edge.
    assertThat(finding.cameraNoise()).isBetween(0.7 * noise, noise + 0.005);
  }

  private static int best(int[] counts) {
    int best = 0;
    for (int k = 1; k < counts.length; k++) {
      best = counts[k] > counts[best] ? k : best;
    }
    return best;
  }

  @Test
  void oneImageShowsNoDifferences() {
    var image = new ThermalImage(8, 8, 1e-4, new double[64]);
    var finder = new BlockFinder(SyntheticCamera.SHEET, MedianFilter.NARROW, 20);
    assertThatThrownBy(() -> finder.find(List.of(image))).hasMessageContaining("two images");
    var other = new ThermalImage(9, 8, 1e-4, new double[72]);
    assertThatThrownBy(() -> finder.find(List.of(image, other)))
        .hasMessageContaining("same pixels");
  }
}
