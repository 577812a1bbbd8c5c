package io.wattune.core.algebra;

/**
 * Squares, scalar products, and products of matrices and vectors; sums are made from the first term
 * on.
 */
public final class Products {
  private Products() {}

  /** Square. */
  public static double square(double x) {
    return x * x;
  }

  /** Scalar product. */
  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /**
   * Product of a matrix and a vector.
   *
   * @param rows how many rows of the matrix, from the first
   */
  public static double[] times(double[][] matrix, int rows, double[] vector) {
    double[] product = new double[rows];
    for (int i = 0; i < rows; i++) {
      product[i] = dot(matrix[i], vector);
    }
    return product;
  }
}
