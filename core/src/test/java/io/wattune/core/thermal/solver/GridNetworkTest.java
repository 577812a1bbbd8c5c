package io.wattune.core.thermal.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.algebra.Cholesky;
import io.wattune.core.simulated.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Multigrid against a direct solution, and against closed forms. */
class GridNetworkTest {
  /** Thin and thick layers, as in a chip: silicon, paste, spreader, sink. */
  private static final List<GridLayer> STACK =
      List.of(
          new GridLayer(0.015, 6.7e5, 0, 87),
          new GridLayer(8e-5, 2e5, 0, 27),
          new GridLayer(0.4, 4e5, 0, 1200),
          new GridLayer(2.76, 0, 2700, 8000));

  private static GridNetwork chip(double width, double height, int rows, int columns) {
    var around = new DenseNetwork(3);
    around.connect(0, 1, 0.7);
    around.connect(1, 2, 0.2);
    around.connectToAir(1, 1.3);
    around.connectToAir(2, 0.4);
    for (int k = 0; k < 3; k++) {
      around.addCapacity(k, 5);
    }
    return new GridNetwork(
        width,
        height,
        rows,
        columns,
        STACK,
        List.of(
            new GridEdge(2, Side.NORTH, 0, 0.5),
            new GridEdge(3, Side.NORTH, 1, 0.1),
            new GridEdge(3, Side.WEST, 1, 0.2),
            new GridEdge(3, Side.EAST, 2, 0.3)),
        around);
  }

  /** Odd numbers, long cells, a single row: what halving may trip over. */
  @Test
  void multigridAgreesWithADirectSolution() {
    int[][] sizes = {{16, 16}, {13, 7}, {1, 40}, {33, 2}, {12, 12}};
    double[][] chips = {{0.016, 0.016}, {0.01, 0.02}, {0.02, 0.001}, {0.016, 0.016}, {0.03, 0.003}};
    Random random = Seeds.random(25);
    for (int k = 0; k < sizes.length; k++) {
      GridNetwork network = chip(chips[k][0], chips[k][1], sizes[k][0], sizes[k][1]);
      int n = network.size();
      double[] watts = new double[n];
      double[] added = new double[n];
      for (int i = 0; i < n; i++) {
        watts[i] = random.nextDouble();
        added[i] = k % 2 == 0 ? 0 : 1e-3 * random.nextDouble();
      }
      double[] x = new double[n];
      assertThat(network.solver(1, added).solve(watts, x, 1e-9)).isTrue();
      double[][] dense = new double[n][n];
      double[] unit = new double[n];
      double[] column = new double[n];
      for (int j = 0; j < n; j++) {
        unit[j] = 1;
        network.flow(unit, column);
        unit[j] = 0;
        for (int i = 0; i < n; i++) {
          dense[i][j] = column[i] + (i == j ? added[i] : 0);
        }
      }
      var direct = new Cholesky(dense);
      assertThat(direct.factorise()).isNotNaN();
      double[] expected = watts.clone();
      direct.solve(expected);
      for (int i = 0; i < n; i++) {
        // Rises are some hundred kelvin; the tolerance of 1e-9 K is of the last correction.
        assertThat(x[i]).as("%d of %d", i, k).isCloseTo(expected[i], within(1e-6));
      }
    }
  }

  /** The same number of cycles on finer grids: cost grows with the cells alone, four times each. */
  @Test
  void finerGridsNeedNoMoreCycles() {
    int coarse = cycles(32);
    int fine = cycles(256);
    assertThat(coarse).isBetween(3, 20);
    assertThat(fine).isLessThanOrEqualTo(coarse + 4);
  }

  private static int cycles(int side) {
    GridNetwork network = chip(0.016, 0.016, side, side);
    double[] watts = new double[network.size()];
    watts[network.index(side / 4, side / 3, 0)] = 30;
    var solver = (Multigrid) network.solver(1, new double[network.size()]);
    assertThat(solver.solve(watts, new double[network.size()], 1e-6)).isTrue();
    return solver.iterations();
  }

  /** What goes in comes out: each solution of the linear system conserves heat. */
  @Test
  void allWattsReachTheAir() {
    GridNetwork network = chip(0.016, 0.012, 40, 24);
    double[] watts = new double[network.size()];
    watts[network.index(3, 20, 0)] = 12;
    watts[network.index(30, 2, 0)] = 5;
    double[] rise = SteadyState.of(network, watts, null);
    double[] air = new double[network.size()];
    network.flowToAir(rise, air);
    double sum = 0;
    for (double value : air) {
      sum += value;
    }
    // A node may be off by 1e-6 K of some tens.
    assertThat(sum).isCloseTo(17, within(1e-5));
  }

  /**
   * A fin: heat comes in evenly over the first a of a sheet of length w, leaves everywhere to the
   * air. {@code T = q/h - (q/h) sinh(m (w - a))/sinh(m w) cosh(m x)} where it comes in, and {@code
   * (q/h) sinh(m a)/sinh(m w) cosh(m (w - x))} beyond, {@code m = sqrt(h/(k t))} (Carslaw and
   * Jaeger 1959, 4.5). Finite volumes err by the square of the cells.
   */
  @Test
  void aFinIsSolvedToTheSquareOfItsCells() {
    double coarse = finError(64);
    double fine = finError(128);
    assertThat(coarse).isLessThan(0.01);
    // Second order: four times less, a little more or less where the border falls into a cell.
    assertThat(fine).isLessThan(coarse / 3.5);
  }

  private static double finError(int columns) {
    double sheet = 0.4;
    double air = 4000;
    double w = 0.03;
    double a = w / 4;
    double density = 2e5;
    var network =
        new GridNetwork(
            w,
            0.001,
            1,
            columns,
            List.of(new GridLayer(sheet, 0, air, 1000)),
            List.of(),
            new DenseNetwork(1));
    double[] watts = new double[columns];
    for (int j = 0; j < columns / 4; j++) {
      watts[j] = density * 0.001 * w / columns;
    }
    double[] rise = SteadyState.of(network, watts, null);
    double m = Math.sqrt(air / sheet);
    double worst = 0;
    for (int j = 0; j < columns; j++) {
      double x = (j + 0.5) * w / columns;
      double expected =
          x < a
              ? density / air * (1 - Math.sinh(m * (w - a)) / Math.sinh(m * w) * Math.cosh(m * x))
              : density / air * Math.sinh(m * a) / Math.sinh(m * w) * Math.cosh(m * (w - x));
      worst = Math.max(worst, Math.abs(rise[j] - expected));
    }
    return worst;
  }
}
