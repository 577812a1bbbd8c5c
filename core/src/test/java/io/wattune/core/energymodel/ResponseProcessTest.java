package io.wattune.core.energymodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One process against least squares, and its evidence against fits without each kernel. */
class ResponseProcessTest {
  private static final int N = 12;

  /** With hardly any noise a line is what goes through points on a line. */
  @Test
  void aLineWithoutNoiseIsFound() {
    double[] x = new double[N];
    double[] watts = new double[N];
    for (int i = 0; i < N; i++) {
      x[i] = i;
      watts[i] = 50 + 3 * x[i];
    }
    ResponseProcess process = fit(x, watts, 1e-6);

    PowerPrediction at20 = process.predict(with(x, 20), 400);

    assertThat(at20.watts()).isCloseTo(110, within(0.1));
  }

  /**
   * The closed form of leaving one out: the same as leaving it out, but for the common variance.
   */
  @Test
  void evidenceIsWhatFitsWithoutEachKernelSay() {
    Random random = Seeds.random(1);
    double[] x = new double[N];
    double[] watts = new double[N];
    for (int i = 0; i < N; i++) {
      x[i] = 10 * random.nextDouble();
      watts[i] = 50 + 3 * x[i] + random.nextGaussian();
    }
    ResponseProcess all = fit(x, watts, 0.05);
    double evidence = 0;
    for (int left = 0; left < N; left++) {
      double[] others = new double[N - 1];
      double[] powers = new double[N - 1];
      for (int i = 0, k = 0; i < N; i++) {
        if (i != left) {
          others[k] = x[i];
          powers[k++] = watts[i];
        }
      }
      PowerPrediction one =
          fit(others, powers, 0.05).predict(with(others, x[left]), x[left] * x[left]);
      double z = (watts[left] - one.watts()) / one.standardErrorWatts();
      evidence += -Math.log(one.standardErrorWatts()) - 0.5 * z * z;
    }
    // Each fit without a kernel has a mean and a variance of its own, of eleven kernels.
    assertThat(all.evidence()).isCloseTo(evidence, within(1.5));
  }

  private static ResponseProcess fit(double[] x, double[] watts, double noise) {
    double[][] covariance = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      covariance[i] = with(x, x[i]);
    }
    return Objects.requireNonNull(
        ResponseProcess.fit(covariance, watts, NoiseKind.ABSOLUTE, noise));
  }

  private static double[] with(double[] x, double at) {
    double[] with = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      with[i] = x[i] * at;
    }
    return with;
  }
}
