package io.wattune.core.thermal.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SymmetricModesTest {

  /** A chain of n equal springs has the values {@code 2 - 2 cos(k pi / (n + 1))}. */
  @Test
  void aChainHasItsKnownValues() {
    int n = 60;
    double[][] chain = new double[n][n];
    for (int i = 0; i < n; i++) {
      chain[i][i] = 2;
      if (i > 0) {
        chain[i][i - 1] = -1;
        chain[i - 1][i] = -1;
      }
    }
    double[] values = new SymmetricModes(chain).values();
    Arrays.sort(values);
    for (int k = 1; k <= n; k++) {
      // Some roundings of the largest value, which is 4.
      assertThat(values[k - 1])
          .isCloseTo(2 - 2 * Math.cos(k * Math.PI / (n + 1)), within(1e-14 * n));
    }
  }

  /** Of drawn matrices: A v = value v, and the vectors are at right angles. */
  @Test
  void vectorsAreWhatTheMatrixOnlyStretches() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = Seeds.random(seed);
      int n = 1 + random.nextInt(40);
      double[][] matrix = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          matrix[i][j] = random.nextGaussian();
          matrix[j][i] = matrix[i][j];
        }
      }
      var modes = new SymmetricModes(matrix);
      for (int k = 0; k < n; k++) {
        double[] vector = modes.vector(k);
        for (int i = 0; i < n; i++) {
          assertThat(dot(matrix[i], vector))
              .isCloseTo(modes.values()[k] * vector[i], within(1e-13 * n));
        }
        for (int other = 0; other < n; other++) {
          assertThat(dot(vector, modes.vector(other)))
              .isCloseTo(other == k ? 1 : 0, within(1e-14 * n));
        }
      }
    }
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  /** Values of 1e8 and of 1e-4 in one matrix: each is right in its own first ten digits. */
  @Test
  void smallValuesAreExactBesideLargeOnes() {
    double[][] matrix = {{1e8, 30}, {30, 1e-4 + 9e-6}};
    double[] values = new SymmetricModes(matrix).values();
    Arrays.sort(values);
    // Their product is the determinant, 1e4 + 0.09 * 1e4 - 900; the larger one is 1e8 + 9e-6.
    assertThat(values[0]).isCloseTo((1e4 + 900 - 900) / (1e8 + 9e-6), within(1e-14));
  }

  @Test
  void whatIsNoMatrixIsRefused() {
    assertThatThrownBy(() -> new SymmetricModes(new double[][] {{1, Double.NaN}, {Double.NaN, 1}}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
