package io.wattune.core.thermal.image;

/**
 * The orthonormal cosine transform (DCT-II) of an image and its inverse, by sums: {@code X(k) =
 * s(k) sum x(n) cos(pi k (2 n + 1)/(2 N))}. It has the eigenvectors of the five-point Laplacian
 * with rims that let no heat through (Strang 1999). Cost: rows x columns x (rows + columns). Test:
 * {@code CosineTransformTest}.
 */
final class CosineTransform {
  private final int rows;
  private final int columns;
  private final double[][] ofRows;
  private final double[][] ofColumns;

  CosineTransform(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    ofRows = table(rows);
    ofColumns = rows == columns ? ofRows : table(columns);
  }

  private static double[][] table(int n) {
    double[][] table = new double[n][n];
    for (int k = 0; k < n; k++) {
      double scale = Math.sqrt((k == 0 ? 1.0 : 2.0) / n);
      for (int i = 0; i < n; i++) {
        table[k][i] = scale * StrictMath.cos(Math.PI * k * (2 * i + 1) / (2.0 * n));
      }
    }
    return table;
  }

  /** Eigenvalue of the negative Laplacian of cells of side 1: {@code 4 sin^2(pi k/(2 N))} twice. */
  double curvature(int row, int column) {
    double a = StrictMath.sin(Math.PI * row / (2.0 * rows));
    double b = StrictMath.sin(Math.PI * column / (2.0 * columns));
    return 4 * (a * a + b * b);
  }

  double[] forward(double[] values) {
    double[] half = new double[values.length];
    for (int k = 0; k < rows; k++) {
      for (int i = 0; i < rows; i++) {
        double factor = ofRows[k][i];
        for (int j = 0; j < columns; j++) {
          half[k * columns + j] += factor * values[i * columns + j];
        }
      }
    }
    double[] out = new double[values.length];
    for (int k = 0; k < rows; k++) {
      for (int m = 0; m < columns; m++) {
        double[] cosines = ofColumns[m];
        double sum = 0;
        for (int j = 0; j < columns; j++) {
          sum += cosines[j] * half[k * columns + j];
        }
        out[k * columns + m] = sum;
      }
    }
    return out;
  }

  double[] backward(double[] coefficients) {
    double[] half = new double[coefficients.length];
    for (int k = 0; k < rows; k++) {
      for (int m = 0; m < columns; m++) {
        double factor = coefficients[k * columns + m];
        double[] cosines = ofColumns[m];
        for (int j = 0; j < columns; j++) {
          half[k * columns + j] += factor * cosines[j];
        }
      }
    }
    double[] out = new double[coefficients.length];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < rows; k++) {
        double factor = ofRows[k][i];
        for (int j = 0; j < columns; j++) {
          out[i * columns + j] += factor * half[k * columns + j];
        }
      }
    }
    return out;
  }
}
