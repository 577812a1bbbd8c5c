package io.wattune.core.thermal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.thermal.config.MapMode;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GridMapTest {
  /** A plan that no grid of 7 by 5 fits, with a gap in its north-east. */
  private static final FloorPlan PLAN =
      new FloorPlan(
          List.of(
              new Block("south", 0.01, 0.0033, 0, 0),
              new Block("west", 0.0041, 0.0067, 0, 0.0033)));

  @Test
  void wattsAreKeptOnAnyGrid() {
    double[] cells = new GridMap(PLAN, 7, 5).spread(new double[] {3, 8});
    assertThat(Arrays.stream(cells).sum()).isCloseTo(11, within(1e-12));
    assertThat(cells[4]).as("the gap").isZero();
    assertThat(cells[6 * 5 + 4]).as("south-east").isPositive();
  }

  @Test
  void paintedTemperaturesComeBack() {
    var map = new GridMap(PLAN, 20, 20);
    double[] cells = map.paint(new double[] {310, 350}, 300);
    for (MapMode mode : MapMode.values()) {
      double south = map.ofBlock(0, mode, cells);
      double west = map.ofBlock(1, mode, cells);
      if (mode == MapMode.CENTER) {
        assertThat(south).isCloseTo(310, within(1e-9));
        assertThat(west).isCloseTo(350, within(1e-9));
      }
      assertThat(south).isBetween(305.0, 335.0);
      assertThat(west).isBetween(309.0, 351.0);
    }
    assertThat(map.ofBlock(1, MapMode.MIN, cells)).isLessThan(map.ofBlock(1, MapMode.MAX, cells));
  }

  /** Rows count from the north. */
  @Test
  void theFirstRowIsTheNorth() {
    double[] cells = new GridMap(Plans.quarters(), 2, 2).spread(new double[] {1, 2, 3, 4});
    assertThat(cells).containsExactly(new double[] {3, 4, 1, 2}, within(1e-12));
  }
}
