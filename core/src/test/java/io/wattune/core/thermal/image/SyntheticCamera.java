package io.wattune.core.thermal.image;

import io.wattune.core.simulated.Seeds;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.solver.DenseNetwork;
import io.wattune.core.thermal.solver.GridLayer;
import io.wattune.core.thermal.solver.GridNetwork;
import io.wattune.core.thermal.solver.HeatSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Images of a known plan: heat by the grid solver through six layers of silicon, then the lens's
 * blur, noise, steps of the camera's numbers, and pixels that are stuck.
 */
final class SyntheticCamera {
  /** 8 x 7 mm of thinned silicon in a flow of oil; 50 micrometres a pixel, as the document's. */
  static final ImagedSheet SHEET = new ImagedSheet(120, 0.2e-3, 5000, 50e-6);

  static final double PIXEL = 50e-6;
  static final int ROWS = 140;
  static final int COLUMNS = 160;
  private static final double WIDTH = COLUMNS * PIXEL;
  private static final double HEIGHT = ROWS * PIXEL;
  private static final int LAYERS = 6;
  private static final int STUCK = 20;
  private static final double STEP = 0.01;

  private final FloorPlan plan;
  private final Random random;
  private final double[][] ofBlocks;
  private final List<double[]> watts = new ArrayList<>();

  SyntheticCamera(FloorPlan plan, long seed) {
    this.plan = plan;
    random = Seeds.random(seed);
    List<GridLayer> layers = new ArrayList<>();
    double thickness = SHEET.thickness() / LAYERS;
    for (int l = 0; l < LAYERS; l++) {
      layers.add(
          new GridLayer(
              SHEET.conductivity() * thickness,
              SHEET.conductivity() / thickness,
              l == LAYERS - 1 ? SHEET.toCoolant() : 0,
              1));
    }
    var silicon =
        new GridNetwork(WIDTH, HEIGHT, ROWS, COLUMNS, layers, List.of(), new DenseNetwork(1));
    HeatSolver solver = silicon.solver(1, new double[silicon.size()]);
    ofBlocks = new double[plan.size()][];
    for (int b = 0; b < ofBlocks.length; b++) {
      double[] power = new double[silicon.size()];
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
          power[silicon.index(i, j, 0)] = share(plan.blocks().get(b), i, j);
        }
      }
      double[] rise = new double[silicon.size()];
      solver.solve(power, rise, 1e-7);
      ofBlocks[b] = new double[ROWS * COLUMNS];
      for (int p = 0; p < ofBlocks[b].length; p++) {
        ofBlocks[b][p] = rise[p * LAYERS + LAYERS - 1];
      }
    }
  }

  /** Of a block's watts, what a pixel takes. */
  private static double share(Block block, int row, int column) {
    double top = HEIGHT - row * PIXEL;
    double left = column * PIXEL;
    double along = Math.min(block.top(), top) - Math.max(block.bottom(), top - PIXEL);
    double across = Math.min(block.right(), left + PIXEL) - Math.max(block.left(), left);
    return Math.max(0, along) * Math.max(0, across) / block.area();
  }

  /** The block under each pixel's middle. */
  int[] truth() {
    int[] truth = new int[ROWS * COLUMNS];
    for (int p = 0; p < truth.length; p++) {
      double x = (p % COLUMNS + 0.5) * PIXEL;
      double y = HEIGHT - (p / COLUMNS + 0.5) * PIXEL;
      for (int b = 0; b < plan.size(); b++) {
        Block block = plan.blocks().get(b);
        if (x >= block.left() && x < block.right() && y >= block.bottom() && y < block.top()) {
          truth[p] = b;
        }
      }
    }
    return truth;
  }

  /** Watts of the blocks in each image that was taken. */
  List<double[]> watts() {
    return watts;
  }

  /** An image of a workload: each block takes 0.08 to 0.58 W/mm^2. */
  ThermalImage image(double noise) {
    double[] kelvin = new double[ROWS * COLUMNS];
    double[] power = new double[plan.size()];
    for (int b = 0; b < power.length; b++) {
      power[b] = plan.blocks().get(b).area() * (0.08e6 + 0.5e6 * random.nextDouble());
      for (int p = 0; p < kelvin.length; p++) {
        kelvin[p] += power[b] * ofBlocks[b][p];
      }
    }
    watts.add(power);
    kelvin = blurred(blurred(kelvin, COLUMNS, 1), ROWS, COLUMNS);
    for (int p = 0; p < kelvin.length; p++) {
      kelvin[p] = Math.rint((kelvin[p] + noise * random.nextGaussian()) / STEP) * STEP;
    }
    for (int k = 0; k < STUCK; k++) {
      kelvin[random.nextInt(kelvin.length)] += random.nextBoolean() ? 5 : -5;
    }
    return new ThermalImage(ROWS, COLUMNS, PIXEL, kelvin);
  }

  /** A Gauss filter along lines of n pixels that lie a step apart; rims are mirrors. */
  private static double[] blurred(double[] values, int n, int step) {
    double sigma = SHEET.blur() / PIXEL;
    int reach = (int) Math.ceil(4 * sigma);
    double[] out = new double[values.length];
    double sum = 0;
    for (int d = -reach; d <= reach; d++) {
      sum += Math.exp(-d * d / (2 * sigma * sigma));
    }
    for (int p = 0; p < values.length; p++) {
      int at = p / step % n;
      for (int d = -reach; d <= reach; d++) {
        int to = at + d < 0 ? -1 - at - d : at + d >= n ? 2 * n - 1 - at - d : at + d;
        out[p] += Math.exp(-d * d / (2 * sigma * sigma)) / sum * values[p + (to - at) * step];
      }
    }
    return out;
  }
}
