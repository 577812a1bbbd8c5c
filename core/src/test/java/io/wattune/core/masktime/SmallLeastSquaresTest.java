package io.wattune.core.masktime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SmallLeastSquaresTest {
  /** No point around the solution is better, and none of it is below 0. */
  @Test
  void noAllowedPointNearbyIsBetter() {
    var random = new Random(1);
    int atBound = 0;
    for (int problem = 0; problem < 200; problem++) {
      List<double[]> columns = List.of(column(random), column(random), column(random));
      var solved = toOnes(columns);
      assertThat(squares(columns, solved.coefficients())).isCloseTo(solved.squares(), within(1e-9));
      for (int i = 0; i < 3; i++) {
        assertThat(solved.coefficients()[i]).isNotNegative();
        atBound += solved.coefficients()[i] == 0 ? 1 : 0;
        for (double step : new double[] {1e-3, -1e-3}) {
          double[] x = solved.coefficients().clone();
          x[i] = Math.max(0, x[i] + step);
          assertThat(squares(columns, x)).isGreaterThanOrEqualTo(solved.squares() - 1e-12);
        }
      }
    }
    assertThat(atBound).as("bounds were met").isBetween(20, 580);
  }

  @Test
  void columnsThatRepeatAnotherDoNoHarm() {
    double[] column = {1, 2, 3};

    var solved = toOnes(List.of(column, column.clone()));

    assertThat(solved.coefficients()[0] + solved.coefficients()[1])
        .isCloseTo(6 / 14.0, within(1e-9));
  }

  private static SmallLeastSquares.Solved toOnes(List<double[]> columns) {
    double[] first = columns.get(0);
    var problem = new SmallLeastSquares(columns.subList(1, columns.size()));
    problem.toOnes(columns.get(1)); // Nothing of a problem before stays.
    return problem.toOnes(first);
  }

  private static double[] column(Random random) {
    return random.doubles(12, -1, 2).toArray();
  }

  private static double squares(List<double[]> columns, double[] x) {
    double sum = 0;
    for (int row = 0; row < columns.get(0).length; row++) {
      double residual = -1;
      for (int i = 0; i < x.length; i++) {
        residual += x[i] * columns.get(i)[row];
      }
      sum += residual * residual;
    }
    return sum;
  }
}
