package io.wattune.core.thermal.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CholeskyTest {

  @Test
  void solutionSatisfiesItsEquations() {
    Random random = Seeds.random(3);
    int n = 30;
    double[][] factor = new double[n][n];
    for (double[] row : factor) {
      for (int j = 0; j < n; j++) {
        row[j] = random.nextGaussian();
      }
    }
    double[][] matrix = new double[n][n];
    double[] expected = new double[n];
    double[] right = new double[n];
    for (int i = 0; i < n; i++) {
      expected[i] = random.nextGaussian();
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
          matrix[i][j] += factor[i][k] * factor[j][k];
        }
        matrix[i][j] += i == j ? 1 : 0;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        right[i] += matrix[i][j] * expected[j];
      }
    }
    double[] x = new double[n];
    Cholesky cholesky = Cholesky.of(matrix);
    assertThat(cholesky).isNotNull();
    cholesky.solve(right, x, 0);
    // The condition is below 1e3: twelve digits of sixteen are left.
    assertThat(x).containsExactly(expected, within(1e-10));
  }

  @Test
  void anIndefiniteMatrixHasNoFactor() {
    assertThat(Cholesky.of(new double[][] {{1, 2}, {2, 1}})).isNull();
    assertThat(Cholesky.of(new double[][] {{0}})).isNull();
  }
}
