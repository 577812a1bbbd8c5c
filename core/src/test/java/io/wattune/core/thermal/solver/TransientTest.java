package io.wattune.core.thermal.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Temperatures over time against closed forms. */
class TransientTest {

  /** One node: {@code T = p R (1 - exp(-t/(R C)))}. */
  @Test
  void oneNodeFollowsItsExponential() {
    var network = new DenseNetwork(1);
    network.connectToAir(0, 0.5);
    network.addCapacity(0, 3);
    var node = new Transient(network, null, new double[1], 1e-4);
    double seconds = 0;
    for (double interval : new double[] {0.1, 2, 0.01, 7, 30}) {
      node.advance(new double[] {25}, interval);
      seconds += interval;
      double expected = 50 * (1 - Math.exp(-seconds / 6));
      // Steps are off by 1e-4 K at most; some tens of them, which heat forgets.
      assertThat(node.rise()[0]).isCloseTo(expected, within(2e-3));
    }
    assertThat(node.steps()).isBetween(20L, 2000L);
  }

  /** A tenth of the tolerance: a tenth of the error, and about three times the steps. */
  @Test
  void aTighterToleranceIsKept() {
    assertThat(Math.abs(exponentialError(1e-4))).isLessThan(Math.abs(exponentialError(1e-2)) / 10);
  }

  private static double exponentialError(double tolerance) {
    var network = new DenseNetwork(1);
    network.connectToAir(0, 0.5);
    network.addCapacity(0, 3);
    var node = new Transient(network, null, new double[1], tolerance);
    node.advance(new double[] {25}, 6);
    return node.rise()[0] - 50 * (1 - Math.exp(-1));
  }

  /**
   * A long bar, heated at its end by q from time 0: {@code T = 2 q/k (sqrt(a t/pi) exp(-x^2/(4 a
   * t)) - x/2 erfc(x/(2 sqrt(a t))))} (Carslaw and Jaeger 1959, 2.9). The end itself: {@code 2 q/k
   * sqrt(a t/pi)}.
   */
  @Test
  void aHalfInfiniteBarFollowsItsSquareRoot() {
    double conductivity = 100;
    double heat = 1.75e6;
    double thickness = 1e-3;
    int columns = 800;
    double length = 0.02;
    double cell = length / columns;
    var bar =
        new GridNetwork(
            length,
            cell,
            1,
            columns,
            List.of(new GridLayer(conductivity * thickness, 0, 0, heat * thickness)),
            List.of(),
            new DenseNetwork(1));
    double flux = 1e5;
    double[] watts = new double[columns];
    watts[0] = flux * thickness * cell;
    var over = new Transient(bar, null, new double[columns], 1e-3);
    double seconds = 0.1;
    over.advance(watts, seconds);
    double diffusivity = conductivity / heat;
    double root = Math.sqrt(diffusivity * seconds);
    double[] rise = over.rise();
    // The middle of the first cell lies half a cell from the end.
    double end = rise[0] + flux / conductivity * cell / 2;
    // Cells are a hundredth of the depth that heat reached: 1e-4 of the rise, and the tolerance.
    double expected = 2 * flux / conductivity * root / Math.sqrt(Math.PI);
    assertThat(end).isCloseTo(expected, within(0.003 * expected));
    // At x = 2 root: ierfc(1) = exp(-1)/sqrt(pi) - erfc(1), erfc(1) = 0.157299.
    int at = (int) Math.round(2 * root / cell - 0.5);
    double x = (at + 0.5) * cell;
    assertThat(x / (2 * root)).isCloseTo(1, within(0.01));
    double far = 2 * flux / conductivity * root * (Math.exp(-1) / Math.sqrt(Math.PI) - 0.157299);
    // x is off by up to half a cell: 1 % of this steep flank.
    assertThat(rise[at]).isCloseTo(far, within(0.03 * far));
  }

  /** Steps thousands of times above the shortest time constant must not swing. */
  @Test
  void stiffNetworksDoNotSwing() {
    var network = new DenseNetwork(2);
    network.connect(0, 1, 1000);
    network.connectToAir(1, 1);
    network.addCapacity(0, 1e-6);
    network.addCapacity(1, 100);
    var over = new Transient(network, null, new double[2], Transient.TOLERANCE);
    over.advance(new double[] {10, 0}, 5000);
    double[] rise = over.rise();
    // After fifty time constants: 10 W through 1 K/W, and 0.01 K from node to node.
    assertThat(rise[1]).isCloseTo(10, within(0.01));
    assertThat(rise[0] - rise[1]).isCloseTo(0.01, within(1e-3));
    assertThat(over.steps()).isLessThan(2000);
  }

  /** In the end a transient is the steady state, with leakage as well. */
  @Test
  void leakageEndsInItsFixedPoint() {
    var network = new DenseNetwork(1);
    network.connectToAir(0, 0.2);
    network.addCapacity(0, 1);
    var leakage = new Leakage(318.15, new int[] {0}, new double[] {1e-4});
    var over = new Transient(network, leakage, new double[1], Transient.TOLERANCE);
    over.advance(new double[] {8}, 500);
    double[] steady = SteadyState.of(network, new double[] {8}, leakage);
    assertThat(over.rise()[0]).isCloseTo(steady[0], within(0.01));
    assertThatThrownBy(() -> over.advance(new double[] {30}, 1000))
        .isInstanceOf(ThermalRunawayException.class);
  }
}
