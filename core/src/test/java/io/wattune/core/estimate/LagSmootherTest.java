package io.wattune.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LagSmootherTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.0525, 0.84})
  void smoothedPowerIsThatOfADenseSolve(double c) {
    Stretch stretch = random(20, 3);
    double q = 500;
    double[] none = new double[stretch.nodes()];
    PowerEstimate smoothed = LagSmoother.of(stretch, c, RandomWalk.steady(q), none, 1e3).smoothed();
    var dense = new DenseWalk(stretch, c, q, 1e3);

    for (int i = 1; i < stretch.nodes(); i++) {
      double[] expected = dense.power(stretch.seconds()[i]);
      assertThat(smoothed.watts()[i]).isCloseTo(expected[0], within(1e-9));
      assertThat(smoothed.variances()[i]).isCloseTo(expected[1], within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.0525, 0.84})
  void aWalksLikelihoodIsThatOfItsFilter(double c) {
    Stretch stretch = random(70, 6);
    var likelihood = new LagLikelihood(stretch, c);
    for (RandomWalk walk : RandomWalk.LADDER) {
      double expected = LagSmoother.of(stretch, c, walk).logLikelihood();
      assertThat(likelihood.of(walk)).isCloseTo(expected, within(1e-11 * Math.abs(expected)));
    }
  }

  @Test
  void theLastNodeIsSmoothedAsItIsFiltered() {
    Stretch stretch = random(30, 4);
    LagSmoother run = LagSmoother.of(stretch, 0.1, RandomWalk.steady(100));
    int last = stretch.nodes() - 1;

    assertThat(run.smoothed().watts()[last]).isCloseTo(run.filtered().watts()[last], within(1e-9));
    assertThat(run.smoothed().variances()[last])
        .isCloseTo(run.filtered().variances()[last], within(1e-9));
  }

  @Test
  void theEnergyOfTheSmoothedPowerIsTheEnergyThatWasCounted() {
    Stretch stretch = random(25, 5);
    double from = stretch.seconds()[2];
    double to = stretch.seconds()[20];
    double counted = LagEnergy.fit(stretch, 0.0525, RandomWalk.steady(50), from, to).joules();
    double summed = 0;
    PowerEstimate smoothed =
        LagSmoother.of(fine(stretch, from, to), 0.0525, RandomWalk.steady(50)).smoothed();
    for (int i = 1; i < smoothed.size(); i++) {
      if (smoothed.seconds()[i - 1] >= from && smoothed.seconds()[i] <= to) {
        double h = smoothed.seconds()[i] - smoothed.seconds()[i - 1];
        summed += 0.5 * h * (smoothed.watts()[i - 1] + smoothed.watts()[i]);
      }
    }

    // The trapezoid over nodes 0.1 ms apart; power has no step in this stretch.
    assertThat(summed).isCloseTo(counted, within(1e-4 * Math.abs(counted)));
  }

  /**
   * With nothing assumed of power but that it holds between two samples, the filter is the exact
   * inverse of the hold: its noise is amplified {@code sqrt(1 + a^2) / (1 - a)} times.
   */
  @Test
  void anUnboundStepAtEachSampleAmplifiesNoiseAsTheHoldsInverse() {
    double c = 0.84;
    double h = 0.015;
    int n = 40;
    double[] seconds = new double[n];
    double[] watts = new double[n];
    double[] variances = new double[n];
    double[] steps = new double[n];
    for (int i = 0; i < n; i++) {
      seconds[i] = h * i;
      variances[i] = 1e-4;
      steps[i] = LagState.UNKNOWN;
    }
    Stretch stretch = Stretch.of(seconds, watts, variances, new double[0]);
    double a = Math.exp(-h / c);

    PowerEstimate filtered = LagSmoother.of(stretch, c, RandomWalk.steady(0), steps).filtered();

    double amplified = Math.sqrt(filtered.variances()[n - 1] / 1e-4);
    assertThat(amplified).isCloseTo(Math.sqrt(1 + a * a) / (1 - a), within(0.1));
    assertThat(amplified).isCloseTo(79, within(1.0));
  }

  @Test
  void statedVariancesAreWhatHappens() {
    double squares = 0;
    int runs = 300;
    for (int seed = 0; seed < runs; seed++) {
      Random random = Seeds.random(seed);
      double q = 400;
      double c = 0.1;
      double[] seconds = new double[40];
      double[] watts = new double[40];
      double[] variances = new double[40];
      double power = 100;
      double reading = 100;
      double middle = 0;
      for (int i = 0; i < 40; i++) {
        for (int k = 0; k < 150; k++) {
          power += Math.sqrt(q * 1e-4) * random.nextGaussian();
          reading += (power - reading) * 1e-4 / c;
        }
        seconds[i] = 0.015 * (i + 1);
        watts[i] = reading + 0.2 * random.nextGaussian();
        variances[i] = 0.04;
        middle = i == 20 ? power : middle;
      }
      Stretch stretch = Stretch.of(seconds, watts, variances, new double[0]);
      PowerEstimate smoothed = LagSmoother.of(stretch, c, RandomWalk.steady(q)).smoothed();
      double error = smoothed.watts()[20] - middle;
      squares += error * error / smoothed.variances()[20] / runs;
    }

    // Chi-square of 300 runs: one standard deviation is 0.08.
    assertThat(squares).isCloseTo(1, within(0.25));
  }

  private static Stretch random(int samples, long seed) {
    Random random = Seeds.random(seed);
    double[] seconds = new double[samples];
    double[] watts = new double[samples];
    double[] variances = new double[samples];
    double at = 0;
    for (int i = 0; i < samples; i++) {
      at += 0.01 + 0.01 * random.nextDouble();
      seconds[i] = at;
      watts[i] = 100 + 10 * random.nextGaussian();
      variances[i] = 1 + random.nextDouble();
    }
    return samples == 20
        ? Stretch.of(seconds, watts, variances, new double[] {0.1103, 0.2207})
        : Stretch.of(seconds, watts, variances, new double[0]);
  }

  private static Stretch fine(Stretch stretch, double from, double to) {
    int n = (int) Math.round((to - from) / 1e-4);
    double[] marks = new double[n - 1];
    for (int i = 0; i < n - 1; i++) {
      marks[i] = from + (to - from) * (i + 1) / n;
    }
    return Stretch.of(
        stretch.seconds(), stretch.watts(), stretch.variances(), new double[0], marks);
  }
}
