package io.wattune.core.thermal.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Leakage and its fixed point. */
class SteadyStateTest {
  private static final double AMBIENT = 318.15;

  /** One node of 1 cm^2 behind 0.5 K/W. */
  private static DenseNetwork node(double conductance) {
    var network = new DenseNetwork(1);
    network.connectToAir(0, conductance);
    return network;
  }

  private static Leakage squareCentimetre() {
    return new Leakage(AMBIENT, new int[] {0}, new double[] {1e-4});
  }

  /** The fixed point satisfies its own equation, written down here anew. */
  @Test
  void whatLeaksAndWhatLeavesAreEqual() {
    double[] rise = SteadyState.of(node(2), new double[] {40}, squareCentimetre());

    double kelvin = AMBIENT + rise[0];
    double leaks = 1.5e4 * 1e-4 * Math.exp(0.036 * (kelvin - 383.15));
    // Rounding; the tolerance of 1e-6 K is squared by the last step.
    assertThat(2 * rise[0]).isCloseTo(40 + leaks, within(1e-4));
    assertThat(rise[0]).isGreaterThan(20);
  }

  /** Of the two solutions the lower one is stable; the upper one is never found. */
  @Test
  void theStableSolutionIsFound() {
    double[] rise = SteadyState.of(node(0.2), new double[] {8}, squareCentimetre());

    double slope = 0.036 * 1.5 * Math.exp(0.036 * (AMBIENT + rise[0] - 383.15));
    assertThat(slope).isLessThan(0.2);
  }

  @Test
  void noFixedPointIsARunaway() {
    assertThatThrownBy(() -> SteadyState.of(node(0.2), new double[] {18}, squareCentimetre()))
        .isInstanceOf(ThermalRunawayException.class)
        .hasMessageContaining("thermal runaway")
        .hasMessageContaining("-r_convec");
  }

  /** The same on a grid, where the matrix is not factored as a whole. */
  @Test
  void aGridRunsAwayToo() {
    var network =
        new GridNetwork(
            0.01,
            0.01,
            32,
            32,
            List.of(new GridLayer(0.015, 0, 2000, 100)),
            List.of(),
            new DenseNetwork(1));
    int n = network.size();
    int[] nodes = new int[n];
    double[] areas = new double[n];
    double[] watts = new double[n];
    for (int i = 0; i < n; i++) {
      nodes[i] = i;
      areas[i] = 1e-4 / n;
      watts[i] = 18.0 / n;
    }
    var leakage = new Leakage(AMBIENT, nodes, areas);

    assertThatThrownBy(() -> SteadyState.of(network, watts, leakage))
        .isInstanceOf(ThermalRunawayException.class);

    for (int i = 0; i < n; i++) {
      watts[i] = 8.0 / n;
    }
    double[] single = SteadyState.of(node(0.2), new double[] {8}, squareCentimetre());
    // Evenly heated, the grid is one node.
    assertThat(SteadyState.of(network, watts, leakage)[n / 2]).isCloseTo(single[0], within(1e-4));
  }

  @Test
  void whatHasNoWayToTheAirIsSaid() {
    assertThatThrownBy(() -> SteadyState.of(new DenseNetwork(2), new double[2], null))
        .hasMessageContaining("no way to the air");
  }
}
