package io.wattune.core.algebra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.estimate.DenseWalk;
import io.wattune.core.simulated.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CholeskyTest {
  private static final int N = 37;

  /** A matrix A A' + 1, which is positive definite whatever A is. */
  private static double[][] definite(Random random) {
    double[][] a = new double[N][];
    for (int i = 0; i < N; i++) {
      a[i] = random.doubles(N, -1, 1).toArray();
    }
    double[][] m = new double[N][N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        m[i][j] = i == j ? 1 : 0;
        for (int k = 0; k < N; k++) {
          m[i][j] += a[i][k] * a[j][k];
        }
      }
    }
    return m;
  }

  private static double[][] lowerOf(double[][] matrix) {
    double[][] lower = new double[matrix.length][];
    for (int i = 0; i < lower.length; i++) {
      lower[i] = Arrays.copyOf(matrix[i], i + 1);
    }
    return lower;
  }

  @Test
  void solvesAsADenseEliminationDoes() {
    Random random = Seeds.random(1);
    double[][] matrix = definite(random);
    double[] right = random.doubles(N).toArray();
    var cholesky = new Cholesky(lowerOf(matrix));
    cholesky.factorise();
    double[] solved = right.clone();
    cholesky.solve(solved);

    // Eigenvalues lie between 1 and some 100: rounding is grown by no more than that.
    assertThat(solved).containsExactly(DenseWalk.solve(matrix, right), within(1e-12));
  }

  /** Entries of a ledger must not change with how their sums are made. */
  @Test
  void isToTheLastBitWhatTheBandedOneMakesOfIt() {
    Random random = Seeds.random(2);
    double[][] matrix = definite(random);
    var banded = new BandedCholesky(N, N - 1);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j <= i; j++) {
        banded.add(i, j, matrix[i][j]);
      }
    }
    var dense = new Cholesky(lowerOf(matrix));
    double[] right = random.doubles(N).toArray();

    assertThat(dense.factorise()).isEqualTo(banded.factorise());
    double[] byDense = right.clone();
    double[] byBanded = right.clone();
    dense.solve(byDense);
    banded.solve(byBanded);
    assertThat(byDense).isEqualTo(byBanded);
  }

  @Test
  void halvesGiveTheScalarProductOfTheInverse() {
    Random random = Seeds.random(3);
    double[][] matrix = definite(random);
    double[] a = random.doubles(N).toArray();
    double[] b = random.doubles(N).toArray();
    double[] solved = DenseWalk.solve(matrix, b);
    var cholesky = new Cholesky(lowerOf(matrix));
    cholesky.factorise();
    double[] halfA = a.clone();
    double[] halfB = b.clone();
    cholesky.halve(halfA);
    cholesky.halve(halfB);

    double product = 0;
    double byHalves = 0;
    for (int i = 0; i < N; i++) {
      product += a[i] * solved[i];
      byHalves += halfA[i] * halfB[i];
    }
    // As above, and N terms of at most 1.
    assertThat(byHalves).isCloseTo(product, within(1e-11));
  }

  @Test
  void aMatrixThatIsNotDefiniteHasNoDeterminant() {
    assertThat(new Cholesky(new double[][] {{1}, {2, 1}}).factorise()).isNaN();
    assertThat(new Cholesky(new double[][] {{0}}).factorise()).isNaN();
  }
}
