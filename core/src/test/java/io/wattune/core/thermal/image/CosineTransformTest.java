package io.wattune.core.thermal.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import org.junit.jupiter.api.Test;

class CosineTransformTest {

  /** Back and forth is nothing; lengths are kept. */
  @Test
  void itIsAnOrthonormalTransform() {
    var transform = new CosineTransform(7, 12);
    double[] values = Seeds.random(2).doubles(84).toArray();
    double[] there = transform.forward(values);
    assertThat(transform.backward(there)).containsExactly(values, within(1e-12));
    assertThat(length(there)).isCloseTo(length(values), within(1e-12 * 84));
  }

  /** Its waves are those of the Laplacian whose rims let no heat through. */
  @Test
  void wavesAreEigenvectors() {
    int rows = 6;
    int columns = 9;
    var transform = new CosineTransform(rows, columns);
    double[] coefficients = new double[rows * columns];
    coefficients[2 * columns + 5] = 1;
    double[] wave = transform.backward(coefficients);
    for (int p = 0; p < wave.length; p++) {
      int i = p / columns;
      int j = p % columns;
      double sum = 0;
      sum += i > 0 ? wave[p] - wave[p - columns] : 0;
      sum += i < rows - 1 ? wave[p] - wave[p + columns] : 0;
      sum += j > 0 ? wave[p] - wave[p - 1] : 0;
      sum += j < columns - 1 ? wave[p] - wave[p + 1] : 0;
      assertThat(sum).isCloseTo(transform.curvature(2, 5) * wave[p], within(1e-12));
    }
  }

  private static double length(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }
}
