package io.wattune.core.thermal.model;

import io.wattune.core.thermal.config.MapMode;
import io.wattune.core.thermal.config.ModelKind;
import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import java.util.List;
import java.util.Optional;

/** Floor plans and packages for tests. */
final class Plans {
  private Plans() {}

  /** Four quarters of a square of 16 mm. */
  static FloorPlan quarters() {
    double side = 0.008;
    return new FloorPlan(
        List.of(
            new Block("south_west", side, side, 0, 0),
            new Block("south_east", side, side, side, 0),
            new Block("north_west", side, side, 0, side),
            new Block("north_east", side, side, side, side)));
  }

  /** One block. */
  static FloorPlan single(double width, double height) {
    return new FloorPlan(List.of(new Block("all", width, height, 0, 0)));
  }

  static ThermalConfig grid(int side) {
    return ThermalConfig.presets()
        .with(ModelKind.GRID)
        .with(Parameter.GRID_ROWS, side)
        .with(Parameter.GRID_COLS, side);
  }

  /** The same, where a block's temperature is the mean of its cells. */
  static ThermalConfig averaged(int side) {
    return new ThermalConfig(grid(side).numbers(), ModelKind.GRID, MapMode.AVG, Optional.empty());
  }

  /** Spreader and sink as large as the chip: heat goes straight down. */
  static ThermalConfig slab(ThermalConfig config, double side) {
    return config.with(Parameter.S_SPREADER, side).with(Parameter.S_SINK, side);
  }
}
