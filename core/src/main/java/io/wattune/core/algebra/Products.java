package io.wattune.core.algebra;

/** Squares and scalar products; sums are made from the first term on. */
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
}
