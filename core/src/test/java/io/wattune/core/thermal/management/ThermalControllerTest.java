package io.wattune.core.thermal.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.thermal.solver.DenseNetwork;
import io.wattune.core.thermal.solver.Propagator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Both controllers on a chip of one block, whose temperature is a first-order lag. */
class ThermalControllerTest {
  private static final double AMBIENT = 300;
  private static final double LIMIT = 330;
  private static final ClockLevels LEVELS = ClockLevels.gtx1050(0.65, 800, 1.05);
  private static final BlockPowerScaling SCALING =
      new BlockPowerScaling(LEVELS, new double[] {5}, new double[] {5});

  /** A block of 0.1 J/K behind 1 K/W, over 20 J/K of sink behind 0.5 K/W. */
  private static Propagator chip(double toSink) {
    var network = new DenseNetwork(2);
    network.connect(0, 1, toSink);
    network.connectToAir(1, 2);
    network.addCapacity(0, 0.1);
    network.addCapacity(1, 20);
    return new Propagator(network, 0.1, List.of(new double[] {1, 0}));
  }

  @Test
  void clocksAreTheDocuments() {
    assertThat(LEVELS.size()).isEqualTo(17);
    assertThat(LEVELS.megaHertz().get(0)).isEqualTo(1700);
    assertThat(LEVELS.megaHertz().get(16)).isEqualTo(131);
    assertThat(LEVELS.megaHertz().get(15) - 131).isEqualTo(69);
    // 1700/131: nothing that the clock does is slower.
    assertThat(1 / LEVELS.rate(16, 1)).isCloseTo(12.977, within(0.001));
    assertThat(LEVELS.rate(16, 0)).isEqualTo(1);
    assertThat(LEVELS.voltageSquared(16)).isCloseTo(0.65 * 0.65 / (1.05 * 1.05), within(1e-12));
    assertThatThrownBy(() -> new ClockLevels(List.of(1.0, 2.0), List.of(1.0, 1.0)))
        .hasMessageContaining("must fall");
  }

  @Test
  void theDocumentsGoesOneStep() {
    var controller = new StepController(LEVELS, LIMIT);
    assertThat(controller.next(seen(331, 3, 20))).isEqualTo(4);
    assertThat(controller.next(seen(329, 3, 20))).isEqualTo(2);
    assertThat(controller.next(seen(330, 3, 20))).isEqualTo(3);
    assertThat(controller.next(seen(350, 16, 20))).isEqualTo(16);
    assertThat(controller.next(seen(310, 0, 20))).isZero();
  }

  private static Observation seen(double kelvin, int level, double watts) {
    return new Observation(kelvin, level, new double[] {watts}, 1);
  }

  /** Watts scaled from one clock to another and back are the same. */
  @Test
  void scalingGoesBackAndForth() {
    Observation fast = new Observation(320, 0, new double[] {50}, 0.6);
    double[] slow = SCALING.at(fast, 9);
    assertThat(slow[0]).isLessThan(50).isGreaterThan(SCALING.idle(0, 9));
    assertThat(SCALING.at(new Observation(320, 9, slow, 0.6), 0)[0]).isCloseTo(50, within(1e-9));
    assertThat(SCALING.active(fast)[0]).isCloseTo(40, within(1e-9));
  }

  /**
   * A load that needs a middle clock: the limit is used and kept, with a model whose way to the
   * sink is a tenth better than the chip's.
   */
  @Test
  void thePredictiveHoldsTheLimitAndUsesIt() {
    double[] kelvin = run(chip(1.0), chip(1.1), n -> 60);
    double soon = 0;
    double late = 0;
    for (int i = 1; i < kelvin.length; i++) {
      soon = Math.max(soon, kelvin[i]);
      late = Math.max(late, i > 100 ? kelvin[i] : 0);
    }
    // The first epoch is nobody's choice. At first a tenth of the 30 K between block and sink is
    // not
    // known; it is learned within ten seconds.
    assertThat(soon).isLessThan(LIMIT + 3);
    assertThat(late).isBetween(LIMIT - 1.5, LIMIT + 0.5);
  }

  /** A kernel of twice the power begins unseen: what is stated before the epoch covers it. */
  @Test
  void whatIsStatedCoversWhatWasNeverSeen() {
    run(chip(1.0), chip(1.05), n -> n < 300 ? 35 : n < 330 ? 80 : n % 40 < 20 ? 35 : 80);
  }

  /** Active watts at the fastest clock over epochs. */
  private interface Load {
    double watts(int epoch);
  }

  private static double[] run(Propagator truth, Propagator model, Load load) {
    double[] idle = {SCALING.idle(0, 0)};
    double[] rise = truth.settled(idle);
    var controller =
        new PredictiveController(
            model, SCALING, new double[] {90}, AMBIENT, LIMIT, 0.05, 1, model.settled(idle));
    int level = 0;
    double stated = Double.POSITIVE_INFINITY;
    double[] kelvin = new double[1500];
    for (int n = 0; n < kelvin.length; n++) {
      double active = load.watts(n) * LEVELS.rate(level, 1) * LEVELS.voltageSquared(level);
      double[] watts = {SCALING.idle(0, level) + active};
      rise = truth.next(rise, watts);
      kelvin[n] = AMBIENT + rise[0];
      assertThat(kelvin[n]).as("epoch %d", n).isLessThanOrEqualTo(LIMIT + stated);
      level = controller.next(new Observation(kelvin[n], level, watts, 1));
      stated = controller.statedError();
    }
    return kelvin;
  }
}
