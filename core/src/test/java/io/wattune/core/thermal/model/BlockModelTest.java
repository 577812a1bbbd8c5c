package io.wattune.core.thermal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.Slab;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.solver.Propagator;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is the block model's alone; what both models must fulfil is in {@code GridModelTest}. */
class BlockModelTest {
  private static final double SIDE = 0.01;
  private static final double AREA = SIDE * SIDE / 2;

  /**
   * Two halves of a square chip with 30 and 10 W, spreader and sink as large as the chip. Their sum
   * flows straight down. Their difference is a ladder with a rung in each layer: between the halves
   * heat goes through half of each, so a rung is {@code k t SIDE / (SIDE / 2)} W/K, and the
   * difference sees it twice.
   */
  @Test
  void twoHalvesAreASumAndADifference() {
    ThermalConfig config = Plans.slab(ThermalConfig.presets(), SIDE);
    var halves =
        new FloorPlan(
            List.of(
                new Block("west", SIDE / 2, SIDE, 0, 0),
                new Block("east", SIDE / 2, SIDE, SIDE / 2, 0)));
    ThermalModel model = ThermalModel.of(halves, config);

    double[] kelvin = model.blockKelvin(model.steady(new double[] {30, 10}));

    List<Slab> layers =
        List.of(config.chip(), config.interfaceMaterial(), config.spreader(), config.sink());
    double air = config.get(Parameter.R_CONVEC) * SIDE * SIDE;
    double sum = 20 / conductance(layers, 0, 0, air);
    double difference = 10 / conductance(layers, 0, 1, air);
    // The solver's 1e-6 K for a node, ten times over.
    assertThat(kelvin[0]).isCloseTo(config.ambient() + sum + difference, within(1e-5));
    assertThat(kelvin[1]).isCloseTo(config.ambient() + sum - difference, within(1e-5));
    // Nearly two thirds of what the difference would be without the rungs.
    assertThat(difference).isLessThan(0.7 * 10 / conductance(layers, 0, 0, air));
  }

  /**
   * A step of a tenth of a second is ten of a hundredth, and settles where the network does: 28
   * nodes of a chip and its package.
   */
  @Test
  void stepsOfAnyLengthGoTheSameWayToTheSameEnd() {
    ThermalModel model = ThermalModel.of(Plans.quarters(), ThermalConfig.presets());
    List<double[]> source = List.of(model.watts(new double[] {30, 0, 5, 10}));
    double[] watt = {1};
    var tenth = new Propagator(model.network(), 0.1, source);
    var hundredth = new Propagator(model.network(), 0.01, source);
    double[] goal = tenth.modes(tenth.settled(watt));
    double[] finerGoal = hundredth.modes(hundredth.settled(watt));
    double[] modes = new double[goal.length];
    double[] finer = new double[goal.length];
    double most = Arrays.stream(tenth.settled(watt)).max().orElseThrow();
    for (int i = 0; i < 20_000; i++) {
      tenth.step(modes, goal);
      for (int j = 0; j < 10; j++) {
        hundredth.step(finer, finerGoal);
      }
    }
    // After half an hour the sink is there, too; what its slowest mode has left is below that.
    assertThat(tenth.rises(modes, goal.length))
        .containsExactly(model.steady(new double[] {30, 0, 5, 10}), within(1e-9 * most));
    for (int i = 0; i < 300; i++) {
      tenth.step(modes, new double[goal.length]);
      for (int j = 0; j < 10; j++) {
        hundredth.step(finer, new double[goal.length]);
      }
      assertThat(tenth.rises(modes, 4))
          .containsExactly(hundredth.rises(finer, 4), within(1e-9 * most));
    }
  }

  /** W/K that a half sees from a layer on down to the air, with its rungs or without. */
  private static double conductance(List<Slab> layers, int layer, int rungs, double air) {
    Slab slab = layers.get(layer);
    double rung = rungs * 2 * slab.conductivity() * slab.thickness() * SIDE / (SIDE / 2);
    double through = slab.thickness() / slab.conductivity() / AREA;
    if (layer == layers.size() - 1) {
      return rung + 1 / (through + air / AREA);
    }
    return rung + 1 / (through + 1 / conductance(layers, layer + 1, rungs, air));
  }
}
