package io.wattune.core.energymodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.algebra.Products;
import io.wattune.core.simulated.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Cards with known energies. */
class LinearPowerFitTest {
  private static final double[] ENERGIES = {40, 60, 50, 80};

  /** 95 % of 100 x 4 coefficients, less two standard deviations of so many. */
  @Test
  void energiesLieWithinTheirErrors() {
    for (Loss loss : Loss.values()) {
      int within = 0;
      for (int seed = 0; seed < 100; seed++) {
        LinearPower model = LinearPowerFit.of(straight(seed, 30, 2), loss, false);
        for (int j = 0; j < ENERGIES.length; j++) {
          LinearPower.Term term = model.terms().get(j);
          within += Math.abs(term.watts() - ENERGIES[j]) <= 2 * term.standardError() ? 1 : 0;
        }
      }
      assertThat(within / 400.0).as("%s", loss).isBetween(0.9, 0.99);
    }
  }

  /** Three of thirty meters were read wrong: robust losses hardly notice, least squares does. */
  @Test
  void outliersMoveLeastSquaresOnly() {
    double[] worst = new double[Loss.values().length];
    for (int seed = 0; seed < 20; seed++) {
      KernelTable table = straight(seed, 30, 2);
      for (int i = 0; i < 3; i++) {
        table.watts()[i] += 150;
      }
      for (Loss loss : Loss.values()) {
        double half =
            LinearPowerFit.of(table, loss, false).predict(new double[] {.5, .5, .5}).watts();
        worst[loss.ordinal()] = Math.max(worst[loss.ordinal()], Math.abs(half - 135));
      }
    }
    assertThat(worst[Loss.SQUARES.ordinal()]).isGreaterThan(20);
    assertThat(worst[Loss.HUBER.ordinal()]).isLessThan(8);
    assertThat(worst[Loss.TUKEY.ordinal()]).isLessThan(4);
  }

  /** Least squares against its textbook's formula for one counter. */
  @Test
  void errorsOfLeastSquaresAreTheTextbooks() {
    KernelTable table = straight(1, 20, 3);
    double[][] rates = new double[20][1];
    double mean = 0;
    for (int i = 0; i < 20; i++) {
      rates[i][0] = table.rates()[i][0];
      mean += rates[i][0] / 20;
    }
    KernelTable one = new KernelTable(table.kernels(), List.of("a"), rates, table.watts());

    LinearPower model = LinearPowerFit.of(one, Loss.SQUARES, false);

    double xx = 0;
    double xy = 0;
    double meanWatts = 0;
    for (double watts : table.watts()) {
      meanWatts += watts / 20;
    }
    for (int i = 0; i < 20; i++) {
      xx += (rates[i][0] - mean) * (rates[i][0] - mean);
      xy += (rates[i][0] - mean) * (table.watts()[i] - meanWatts);
    }
    double squares = 0;
    for (int i = 0; i < 20; i++) {
      double off = table.watts()[i] - meanWatts - xy / xx * (rates[i][0] - mean);
      squares += off * off;
    }
    assertThat(model.terms().get(1).watts()).isCloseTo(xy / xx, within(1e-6));
    assertThat(model.terms().get(1).standardError())
        .isCloseTo(Math.sqrt(squares / 18 / xx), within(1e-6));
  }

  /** Two counters that always go together have one energy. */
  @Test
  void countersThatCannotBeToldApartAreMerged() {
    KernelTable table = straight(2, 30, 1);
    double[][] rates = new double[30][4];
    for (int i = 0; i < 30; i++) {
      System.arraycopy(table.rates()[i], 0, rates[i], 0, 3);
      rates[i][3] = 2 * rates[i][1];
    }
    KernelTable more =
        new KernelTable(table.kernels(), List.of("a", "b", "c", "d"), rates, table.watts());

    LinearPower model = LinearPowerFit.of(more, Loss.HUBER, true);

    assertThat(model.terms()).hasSize(4);
    assertThat(model.terms().get(2).names()).containsExactly("b", "d");
    assertThat(model.terms().get(2).watts()).isCloseTo(50, within(2.0));
  }

  /** More counters than kernels: no energy below 0 makes an answer, any sign does not. */
  @Test
  void fewKernelsNeedEnergiesThatAreNotNegative() {
    KernelTable table = straight(3, 4, 0);

    assertThat(LinearPowerFit.of(table, Loss.SQUARES, true).terms())
        .allSatisfy(term -> assertThat(term.watts()).isGreaterThanOrEqualTo(0));
    assertThatThrownBy(() -> LinearPowerFit.of(table, Loss.SQUARES, false))
        .hasMessageContaining("4 kernels do not distinguish 4 coefficients");
  }

  /** Against all subsets of columns: the best whose solution is not negative. */
  @Test
  void nonNegativeLeastSquaresIsTheBestOfAllSubsets() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = Seeds.random(seed);
      double[][] a = new double[8][4];
      double[] b = new double[8];
      for (int i = 0; i < 8; i++) {
        b[i] = random.nextGaussian();
        for (int j = 0; j < 4; j++) {
          a[i][j] = random.nextGaussian();
        }
      }
      double[][] gram = new double[4][4];
      double[] right = new double[4];
      for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++) {
          right[j] += a[i][j] * b[i];
          for (int k = 0; k < 4; k++) {
            gram[j][k] += a[i][j] * a[i][k];
          }
        }
      }
      double best = squares(a, b, new double[4]);
      for (int subset = 1; subset < 16; subset++) {
        double[] x = onSubset(gram, right, subset);
        boolean isAllowed = true;
        for (double each : x) {
          isAllowed &= each >= 0;
        }
        best = isAllowed ? Math.min(best, squares(a, b, x)) : best;
      }
      double[] found = NonNegativeLeastSquares.solve(gram, right);
      assertThat(squares(a, b, found)).as("seed %s", seed).isCloseTo(best, within(1e-9));
    }
  }

  private static double[] onSubset(double[][] gram, double[] right, int subset) {
    int n = Integer.bitCount(subset);
    double[][] inverse = new double[n][n];
    double[] some = new double[n];
    int[] which = new int[n];
    for (int j = 0, k = 0; j < 4; j++) {
      if ((subset >> j & 1) == 1) {
        which[k++] = j;
      }
    }
    for (int i = 0; i < n; i++) {
      some[i] = right[which[i]];
      for (int j = 0; j < n; j++) {
        inverse[i][j] = gram[which[i]][which[j]];
      }
    }
    DenseInverse.invert(inverse);
    double[] solved = Products.times(inverse, inverse.length, some);
    double[] x = new double[4];
    for (int i = 0; i < n; i++) {
      x[which[i]] = solved[i];
    }
    return x;
  }

  private static double squares(double[][] a, double[] b, double[] x) {
    double sum = 0;
    for (int i = 0; i < b.length; i++) {
      double off = b[i] - Products.dot(a[i], x);
      sum += off * off;
    }
    return sum;
  }

  private static KernelTable straight(int seed, int kernels, double noiseWatts) {
    Random random = Seeds.random(seed);
    KernelTable table =
        ResponseModelTest.table(
            random,
            kernels,
            r -> ENERGIES[0] + ENERGIES[1] * r[0] + ENERGIES[2] * r[1] + ENERGIES[3] * r[2],
            0);
    for (int i = 0; i < kernels; i++) {
      table.watts()[i] += noiseWatts * random.nextGaussian();
    }
    return table;
  }
}
