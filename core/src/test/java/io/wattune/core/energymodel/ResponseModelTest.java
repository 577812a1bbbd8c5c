package io.wattune.core.energymodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Cards of which the power is known as a function of the rates. */
class ResponseModelTest {
  private static final int KERNELS = 25;

  /**
   * Predictions of kernels that no fit has seen lie within two stated errors in 95 % of cases, less
   * what 300 may differ by, on a card whose components saturate and on one whose do not.
   */
  @Test
  void errorsAreThoseThatItStates() {
    int linear = 0;
    int curved = 0;
    for (int seed = 0; seed < 12; seed++) {
      linear += inside(seed, r -> 40 + 60 * r[0] + 50 * r[1] + 80 * r[2]);
      curved += inside(seed, r -> 40 + 70 * Math.sqrt(r[0]) + 60 * r[1] / (0.2 + r[1]) + 30 * r[2]);
    }
    assertThat(linear / 300.0).isBetween(0.92, 1.0);
    assertThat(curved / 300.0).isBetween(0.92, 1.0);
  }

  /**
   * Not by stating errors that are wide: a straight card is known to little more than its noise.
   */
  @Test
  void aStraightCardIsFoundStraight() {
    Random random = Seeds.random(3);
    KernelTable table = table(random, 40, r -> 40 + 60 * r[0] + 50 * r[1] + 80 * r[2], 0.01);

    ResponseModel model = ResponseModel.fit(table);

    PowerPrediction half = model.predict(new double[] {0.5, 0.5, 0.5});
    assertThat(half.watts()).isCloseTo(135, within(2.0));
    assertThat(half.standardErrorWatts()).isBetween(0.8, 3.0);
  }

  /** What no kernel did is known worse than what some did. */
  @Test
  void farFromAllKernelsTheErrorIsWider() {
    Random random = Seeds.random(4);
    ResponseModel model =
        ResponseModel.fit(
            table(random, 30, r -> 40 + 90 * r[0] / (0.2 + r[0]) + 50 * Math.sqrt(r[1]), 0.02));

    double near = model.predict(new double[] {0.5, 0.5, 0.5}).standardErrorWatts();
    double far = model.predict(new double[] {5, 0.5, 0.5}).standardErrorWatts();

    assertThat(far).isGreaterThan(1.5 * near);
  }

  @Test
  void counterThatIsTheSameForAllKernelsSaysNothing() {
    Random random = Seeds.random(5);
    KernelTable table = table(random, 12, r -> 40 + 60 * r[0], 0.02);
    double[][] rates = new double[12][];
    for (int i = 0; i < 12; i++) {
      rates[i] = new double[] {table.rates()[i][0], 7};
    }
    ResponseModel model =
        ResponseModel.fit(
            new KernelTable(table.kernels(), List.of("a", "same"), rates, table.watts()));

    double one = model.predict(new double[] {0.5, 7}).watts();

    assertThat(model.predict(new double[] {0.5, 70}).watts()).isEqualTo(one);
  }

  @Test
  void needsKernels() {
    KernelTable three = table(Seeds.random(6), 3, r -> 40 + 60 * r[0], 0);

    assertThatThrownBy(() -> ResponseModel.fit(three))
        .hasMessage("needs 4 kernels at least, had 3");
  }

  private static int inside(int seed, ToDoubleFunction<double[]> card) {
    Random random = Seeds.random(seed);
    KernelTable table = table(random, KERNELS, card, 0.03);
    ResponseModel model = ResponseModel.fit(table);
    int within = 0;
    for (int i = 0; i < KERNELS; i++) {
      double[] rates = rates(random);
      double measured = card.applyAsDouble(rates) * (1 + 0.03 * random.nextGaussian());
      PowerPrediction predicted = model.predict(rates);
      double error = Math.abs(predicted.watts() - measured);
      within += error <= 2 * predicted.standardErrorWatts() ? 1 : 0;
    }
    return within;
  }

  private static double[] rates(Random random) {
    double[] rates = new double[3];
    for (int j = 0; j < 3; j++) {
      // Half of the kernels hardly use a component, as real ones.
      rates[j] = random.nextBoolean() ? random.nextDouble() : 0.05 * random.nextDouble();
    }
    return rates;
  }

  static KernelTable table(
      Random random, int kernels, ToDoubleFunction<double[]> card, double noise) {
    double[][] rates = new double[kernels][];
    double[] watts = new double[kernels];
    List<String> names = new ArrayList<>();
    for (int i = 0; i < kernels; i++) {
      rates[i] = rates(random);
      watts[i] = card.applyAsDouble(rates[i]) * (1 + noise * random.nextGaussian());
      names.add("k" + i);
    }
    return new KernelTable(names, List.of("a", "b", "c"), rates, watts);
  }
}
