package io.wattune.core.energymodel;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A covariance must be one: any sum of powers has a variance of at least 0. */
class ResponseShapeTest {

  @Test
  void everyShapeIsPositiveDefinite() {
    Random random = Seeds.random(1);
    for (ResponseShape shape : ResponseShape.ALL) {
      double[][] rates = new double[15][3];
      for (double[] row : rates) {
        for (int j = 0; j < row.length; j++) {
          row[j] = shape.warped(5 * random.nextDouble());
        }
      }
      double[][] k = new double[15][15];
      for (int i = 0; i < 15; i++) {
        for (int j = 0; j < 15; j++) {
          k[i][j] = shape.covariance(rates[i], rates[j]);
        }
        k[i][i] += 1e-9;
      }
      assertThat(DenseInverse.invert(k)).as("%s", shape).isTrue();
    }
  }

  @Test
  void componentThatIsNotUsedTakesNothing() {
    for (ResponseShape shape : ResponseShape.ALL) {
      assertThat(shape.covariance(new double[] {0}, new double[] {3})).isZero();
      assertThat(shape.covariance(new double[] {0}, new double[] {0})).isZero();
    }
  }
}
