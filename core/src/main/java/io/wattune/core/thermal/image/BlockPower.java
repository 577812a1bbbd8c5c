package io.wattune.core.thermal.image;

import static io.wattune.core.algebra.Products.dot;

import java.util.Arrays;
import java.util.List;

/**
 * Watts of blocks as the least squares of an image: {@code T = sum of p(b) R(b)}, R(b) what the
 * sheet shows of a watt in block b. Standard errors: {@code s^2 (R'R)^-1}, s^2 the mean square of
 * what is left over, times the area over which it hangs together, taken as that of the blur of the
 * heat itself would be too little: the left-over is no white noise where a border is off by a
 * pixel. W. Test: {@code BlockFinderTest}.
 *
 * @param watts of each block in each image
 * @param errors their standard errors
 */
@SuppressWarnings("ArrayRecordComponent") // Owned, never compared.
record BlockPower(double[][] watts, double[][] errors) {
  static BlockPower of(int[] labels, int count, List<ThermalImage> images, PowerMap inversion) {
    ThermalImage first = images.get(0);
    double area = first.pixel() * first.pixel();
    double[][] shown = new double[count][];
    for (int b = 0; b < count; b++) {
      int label = b;
      double pixels = Arrays.stream(labels).filter(l -> l == label).count();
      double[] power = new double[labels.length];
      Arrays.setAll(power, p -> labels[p] == label ? 1 / (pixels * area) : 0);
      shown[b] = inversion.shown(first.with(power)).values();
    }
    double[][] normal = new double[count][count];
    for (int a = 0; a < count; a++) {
      for (int b = 0; b <= a; b++) {
        normal[a][b] = dot(shown[a], shown[b]);
        normal[b][a] = normal[a][b];
      }
    }
    double[][] inverse = inverted(normal);
    double[][] watts = new double[count][images.size()];
    double[][] errors = new double[count][images.size()];
    for (int m = 0; m < images.size(); m++) {
      double[] image = images.get(m).values();
      double[] left = image.clone();
      for (int b = 0; b < count; b++) {
        for (int a = 0; a < count; a++) {
          watts[b][m] += inverse[b][a] * dot(shown[a], image);
        }
        for (int p = 0; p < left.length; p++) {
          left[p] -= watts[b][m] * shown[b][p];
        }
      }
      double variance = dot(left, left) / Math.max(1, left.length - count);
      for (int b = 0; b < count; b++) {
        errors[b][m] = Math.sqrt(variance * inverse[b][b]);
      }
    }
    return new BlockPower(watts, errors);
  }

  /** Gauss and Jordan; the matrix is positive definite, as blocks do not overlap. */
  private static double[][] inverted(double[][] matrix) {
    int n = matrix.length;
    double[][] left = new double[n][];
    double[][] inverse = new double[n][n];
    for (int i = 0; i < n; i++) {
      left[i] = matrix[i].clone();
      inverse[i][i] = 1;
    }
    for (int k = 0; k < n; k++) {
      double pivot = left[k][k];
      for (int j = 0; j < n; j++) {
        left[k][j] /= pivot;
        inverse[k][j] /= pivot;
      }
      for (int i = 0; i < n; i++) {
        double factor = left[i][k];
        if (i != k && factor != 0) {
          for (int j = 0; j < n; j++) {
            left[i][j] -= factor * left[k][j];
            inverse[i][j] -= factor * inverse[k][j];
          }
        }
      }
    }
    return inverse;
  }
}
