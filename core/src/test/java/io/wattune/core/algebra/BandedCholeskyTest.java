package io.wattune.core.algebra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.estimate.DenseWalk;
import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BandedCholeskyTest {

  @Test
  void solvesAsADenseEliminationDoes() {
    Random random = Seeds.random(1);
    int n = 12;
    int width = 3;
    var banded = new BandedCholesky(n, width);
    double[][] dense = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = Math.max(0, i - width); j <= i; j++) {
        double value = i == j ? 10 : random.nextDouble() - 0.5;
        banded.add(i, j, value);
        dense[i][j] = value;
        dense[j][i] = value;
      }
    }
    double[] right = random.doubles(n).toArray();

    double logDeterminant = banded.factorise();
    double[] solved = right.clone();
    banded.solve(solved);

    assertThat(solved).containsExactly(DenseWalk.solve(dense, right), within(1e-12));
    // Ten on the diagonal, and little beside it.
    assertThat(logDeterminant).isCloseTo(n * Math.log(10), within(0.2));
  }

  @Test
  void theDiagonalOfTheInverseIsWhatSolvingForEachUnitGives() {
    Random random = Seeds.random(2);
    int n = 17;
    int width = 4;
    var banded = new BandedCholesky(n, width);
    for (int i = 0; i < n; i++) {
      for (int j = Math.max(0, i - width); j <= i; j++) {
        banded.add(i, j, i == j ? 3 : random.nextDouble() - 0.5);
      }
    }
    banded.factorise();

    double[] diagonal = banded.inverseDiagonal();

    for (int i = 0; i < n; i++) {
      double[] unit = new double[n];
      unit[i] = 1;
      banded.solve(unit);
      assertThat(diagonal[i]).isCloseTo(unit[i], within(1e-14));
    }
  }

  @Test
  void aMatrixThatIsNotDefiniteHasNoDeterminant() {
    var banded = new BandedCholesky(2, 1);
    banded.add(0, 0, 1);
    banded.add(1, 0, 2);
    banded.add(1, 1, 1);

    assertThat(banded.factorise()).isNaN();
  }
}
