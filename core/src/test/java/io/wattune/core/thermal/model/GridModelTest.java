package io.wattune.core.thermal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.thermal.config.ModelKind;
import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.solver.Transient;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both models against closed forms and against what must hold of any. */
class GridModelTest {

  /**
   * Heat that goes straight down: {@code T - T_air = P (sum of t/(k A) + r_convec)}, by hand for 50
   * W and 1 cm^2.
   */
  @ParameterizedTest
  @EnumSource(ModelKind.class)
  void aSlabIsASumOfResistances(ModelKind kind) {
    double area = 1e-4;
    ThermalConfig config = Plans.slab(Plans.grid(32).with(kind), 0.01);
    ThermalModel model = ThermalModel.of(Plans.single(0.01, 0.01), config);

    double[] rise = model.steady(new double[] {50});

    double resistance = (0.15e-3 / 100 + 20e-6 / 4 + 1e-3 / 400 + 6.9e-3 / 400) / area + 0.1;
    // A node may be off by 1e-6 K, ten times over for its neighbours.
    assertThat(model.blockKelvin(rise)[0]).isCloseTo(318.15 + 50 * resistance, within(1e-4));
  }

  /** All watts of all blocks leave to the air, with the secondary path too. */
  @Test
  void heatIsConserved() {
    for (ThermalConfig config :
        List.of(
            Plans.grid(48),
            Plans.grid(48).with(Parameter.MODEL_SECONDARY, 1),
            ThermalConfig.presets())) {
      ThermalModel model = ThermalModel.of(Plans.quarters(), config);
      double[] watts = {7, 0, 21.5, 3};
      double[] rise = model.steady(watts);
      double[] air = new double[rise.length];
      model.network().flowToAir(rise, air);
      // 1e-6 K of some tens.
      assertThat(Arrays.stream(air).sum()).isCloseTo(31.5, within(1e-4));
    }
  }

  /** A second way out makes everything cooler, by little: the board carries little. */
  @Test
  void theSecondaryPathCools() {
    ThermalConfig with = Plans.grid(32).with(Parameter.MODEL_SECONDARY, 1);
    double[] watts = {10, 10, 10, 10};
    ThermalModel without = ThermalModel.of(Plans.quarters(), Plans.grid(32));
    ThermalModel both = ThermalModel.of(Plans.quarters(), with);
    double[] one = without.blockKelvin(without.steady(watts));
    double[] other = both.blockKelvin(both.steady(watts));
    for (int b = 0; b < 4; b++) {
      assertThat(other[b]).isLessThan(one[b]).isGreaterThan(one[b] - 1);
    }
    assertThat(both.kelvinByName(both.steady(watts)))
        .containsKeys("pcb_south_west", "metal_south_west", "inode_27");
  }

  /**
   * With the upper path all but closed, heat leaves through the board: {@code T - T_air} is the
   * power times the resistances down to it, for a board, balls and substrate as large as the chip.
   */
  @Test
  void theSecondaryPathIsASumOfResistancesToo() {
    double side = 0.01;
    double area = side * side;
    ThermalConfig config =
        Plans.slab(Plans.grid(16), side)
            .with(Parameter.R_CONVEC, 1e9)
            .with(Parameter.MODEL_SECONDARY, 1)
            .with(Parameter.R_CONVEC_SEC, 2)
            .with(Parameter.S_SUB, side)
            .with(Parameter.S_SOLDER, side)
            .with(Parameter.S_PCB, side);
    ThermalModel model = ThermalModel.of(Plans.single(side, side), config);
    double[] rise = model.steady(new double[] {5});
    // Layers but the board's: HotSpot takes heat down through the whole of the layer below, so
    // that it is the metal's, the pads', the substrate's, the balls' and the board's.
    double resistance =
        (10e-6 * 0.0025 + 1e-4 * 0.8 + 1e-3 * 0.5 + 0.94e-3 * 0.06 + 2e-3 * 0.333) / area + 2;
    assertThat(model.blockKelvin(rise)[0]).isCloseTo(318.15 + 5 * resistance, within(1e-3));
  }

  /** Mirrored power, mirrored temperatures. */
  @Test
  void aSymmetricChipHasASymmetricMap() {
    var model = new GridModel(Plans.quarters(), Plans.grid(40));
    TemperatureMap map = model.map(model.steady(new double[] {10, 10, 4, 4}));
    TemperatureMap turned = model.map(model.steady(new double[] {4, 10, 4, 10}));
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        assertThat(map.at(i, j)).isCloseTo(map.at(i, 39 - j), within(1e-4));
        // Turned by a quarter: the east is what the south was.
        assertThat(map.at(i, j)).isCloseTo(turned.at(39 - j, i), within(1e-4));
      }
    }
    assertThat(map.at(39, 0)).isGreaterThan(map.at(0, 0) + 1);
  }

  /** Finer grids approach one answer, each step by less than half of the one before. */
  @Test
  void finerGridsConverge() {
    double[] mean = new double[4];
    for (int k = 0; k < mean.length; k++) {
      var model = new GridModel(Plans.quarters(), Plans.averaged(16 << k));
      mean[k] = model.blockKelvin(model.steady(new double[] {30, 0, 0, 0}))[0];
    }
    double first = Math.abs(mean[1] - mean[0]);
    double last = Math.abs(mean[3] - mean[2]);
    assertThat(first).isPositive().isLessThan(0.5);
    assertThat(last).isLessThan(first / 4);
  }

  /** Two models of one chip agree where blocks are large against what they do not resolve. */
  @Test
  void blockAndGridAgreeOnBlocksOfOneSize() {
    double[] watts = {9, 11, 10, 10};
    ThermalModel block = ThermalModel.of(Plans.quarters(), ThermalConfig.presets());
    ThermalModel grid = ThermalModel.of(Plans.quarters(), Plans.averaged(64));
    double[] one = block.blockKelvin(block.steady(watts));
    double[] other = grid.blockKelvin(grid.steady(watts));
    for (int b = 0; b < 4; b++) {
      // Rises are 8 K; a quarter's border takes the block model some percent.
      assertThat(one[b]).isCloseTo(other[b], within(0.4));
    }
  }

  /** After long enough the transient is the steady state, in both models. */
  @ParameterizedTest
  @EnumSource(ModelKind.class)
  void aTransientEndsInTheSteadyState(ModelKind kind) {
    ThermalModel model = ThermalModel.of(Plans.quarters(), Plans.grid(16).with(kind));
    double[] watts = {20, 5, 5, 5};
    Transient over = model.transientFrom(model.uniform(330));
    over.advance(model.watts(watts), 1000);
    double[] steady = model.steady(watts);
    double[] rise = over.rise();
    for (int i = 0; i < rise.length; i++) {
      assertThat(rise[i]).isCloseTo(steady[i], within(0.02));
    }
  }

  /** Temperatures by HotSpot's names and back. */
  @Test
  void namesCarryAStateToTheNextRun() {
    ThermalModel model = ThermalModel.of(Plans.quarters(), ThermalConfig.presets());
    double[] rise = model.steady(new double[] {1, 2, 3, 4});
    assertThat(model.riseByName(model.kelvinByName(rise))).containsExactly(rise, within(1e-9));

    ThermalModel grid = ThermalModel.of(Plans.quarters(), Plans.grid(8));
    double[] even = grid.uniform(340);
    assertThat(grid.riseByName(grid.kelvinByName(even))).containsExactly(even, within(1e-9));
    assertThatThrownBy(() -> grid.riseByName(Map.of("north_west", 300.0)))
        .hasMessageContaining("another floor plan");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    FloorPlan large = Plans.single(0.04, 0.01);
    assertThatThrownBy(() -> ThermalModel.of(large, Plans.grid(8)))
        .hasMessageContaining("s_spreader");
    ThermalConfig secondary = ThermalConfig.presets().with(Parameter.MODEL_SECONDARY, 1);
    assertThatThrownBy(() -> ThermalModel.of(Plans.quarters(), secondary))
        .hasMessageContaining("grid model");
    assertThatThrownBy(() -> ThermalModel.of(Plans.quarters(), Plans.grid(2048)))
        .hasMessageContaining("at most");
  }
}
