package io.wattune.core.thermal.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class PropagatorTest {

  /** Three nodes whose time constants are a million apart. */
  private static DenseNetwork stiff() {
    var network = new DenseNetwork(3);
    network.connect(0, 1, 50);
    network.connect(1, 2, 3);
    network.connectToAir(2, 0.8);
    network.addCapacity(0, 1e-4);
    network.addCapacity(1, 0.3);
    network.addCapacity(2, 40);
    return network;
  }

  @Test
  void stepsAreThoseOfTheDifferentialEquation() {
    DenseNetwork network = stiff();
    var propagator =
        new Propagator(network, 0.5, List.of(new double[] {1, 0, 0}, new double[] {0, 1, 0}));
    var reference = new Transient(network, null, new double[] {3, 2, 1}, 1e-5);
    double[] rise = {3, 2, 1};
    for (double[] watts : new double[][] {{10, 0}, {0, 25}, {5, 5}, {0, 0}}) {
      rise = propagator.next(rise, watts);
      reference.advance(new double[] {watts[0], watts[1], 0}, 0.5);
      // The reference is off by 1e-5 K a step.
      assertThat(rise).containsExactly(reference.rise(), within(2e-3));
    }
  }

  /** Modes that are stepped are the modes of the rises that are stepped. */
  @Test
  void modesGoAsRisesDo() {
    var propagator =
        new Propagator(stiff(), 0.5, List.of(new double[] {1, 0, 0}, new double[] {0, 0, 1}));
    double[] rise = {3, 2, 1};
    double[] modes = propagator.modes(rise);
    assertThat(propagator.rises(modes, 3)).containsExactly(rise, within(1e-9));
    for (double[] watts : new double[][] {{10, 0}, {0, 25}, {5, 5}}) {
      rise = propagator.next(rise, watts);
      propagator.step(modes, propagator.modes(propagator.settled(watts)));
      assertThat(propagator.rises(modes, 3)).containsExactly(rise, within(1e-9));
      assertThat(propagator.rises(modes, 1)[0]).isCloseTo(rise[0], within(1e-9));
    }
  }

  @Test
  void gainsAreWhatAStepMakesOfAWatt() {
    var propagator = new Propagator(stiff(), 0.5, List.of(new double[] {1, 0, 0}));
    double[] rise = {1, 2, 3};
    double[] without = propagator.next(rise, new double[1]);
    double[] with = propagator.next(rise, new double[] {7});
    double[][] gains = propagator.gains(2);
    assertThat(with[0] - without[0]).isCloseTo(7 * gains[0][0], within(1e-9));
    assertThat(with[1] - without[1]).isCloseTo(7 * gains[1][0], within(1e-9));
  }

  @Test
  void whatSettledStays() {
    var propagator = new Propagator(stiff(), 1e4, List.of(new double[] {1, 0, 0}));
    double[] settled = propagator.settled(new double[] {4});
    assertThat(settled[2]).isCloseTo(5, within(1e-9));
    assertThat(propagator.next(new double[3], new double[] {4}))
        .containsExactly(settled, within(1e-9));
  }

  @Test
  void aNodeWithoutCapacityIsRefused() {
    var network = new DenseNetwork(1);
    network.connectToAir(0, 1);
    assertThatThrownBy(() -> new Propagator(network, 1, List.of()))
        .hasMessageContaining("no heat capacity");
  }
}
