package io.wattune.core.thermal.solver;

import io.wattune.core.algebra.Cholesky;

/**
 * Gauss and Seidel's method, a column of layers at a time: the tridiagonal system of a column is
 * solved at once, as heat goes down far easier than across where cells are wide and layers thin.
 * Like a chess board, red columns, then black ones, then the single nodes; or the other way round,
 * which makes a symmetric whole of both (Trottenberg, Oosterlee and Schueller 2001, 5.1 and 5.2).
 * Test: {@code GridNetworkTest}.
 */
final class ColumnSmoother {
  private final GridOperator a;
  private final double[] perPivot;
  private final Cholesky single;
  private final boolean isPositive;
  private final double[] column;
  private final double[] rim;
  private double largestChange;

  ColumnSmoother(GridOperator a) {
    this.a = a;
    column = new double[a.layers];
    rim = new double[a.size() - a.singles];
    perPivot = new double[a.size() - a.singles];
    single = new Cholesky(a.singlesMatrix());
    isPositive = factor() && !Double.isNaN(single.factorise());
  }

  private boolean factor() {
    int columns = a.geometry.columns;
    for (int cell = 0; cell < a.geometry.cells(); cell++) {
      double area = a.geometry.dx[cell % columns] * a.geometry.dy[cell / columns];
      int base = cell * a.layers;
      double before = 0;
      for (int l = 0; l < a.layers; l++) {
        double above = l == 0 ? 0 : area * a.down[l - 1];
        double pivot = a.diagonal[base + l] - above * above * before;
        if (!(pivot > 0)) {
          return false;
        }
        before = 1 / pivot;
        perPivot[base + l] = before;
      }
    }
    return true;
  }

  /** Whether each column by itself is positive definite: where not, the whole is not. */
  boolean isPositive() {
    return isPositive;
  }

  /** Red, black, single nodes. */
  void forward(double[] right, double[] x) {
    fillRim(x);
    sweep(right, x, 0);
    sweep(right, x, 1);
    singles(right, x);
  }

  /** Single nodes, black, red. */
  void backward(double[] right, double[] x) {
    singles(right, x);
    fillRim(x);
    sweep(right, x, 1);
    sweep(right, x, 0);
  }

  /** What single nodes give to the cells at the rim. */
  private void fillRim(double[] x) {
    a.clearRim(rim);
    a.addFromSingles(x, rim);
  }

  /** By how much the last sweep changed a node at most, since {@link #beginSweep}. */
  double largestChange() {
    return largestChange;
  }

  /** Begins to look for the largest change. */
  void beginSweep() {
    largestChange = 0;
  }

  private void singles(double[] right, double[] x) {
    int first = rim.length;
    double[] b = new double[a.singles];
    System.arraycopy(right, first, b, 0, b.length);
    a.addToSingles(x, b);
    single.solve(b);
    System.arraycopy(b, 0, x, first, b.length);
  }

  private void sweep(double[] right, double[] x, int colour) {
    GridGeometry geometry = a.geometry;
    int columns = geometry.columns;
    int layers = a.layers;
    int row = columns * layers;
    double most = largestChange;
    for (int i = 0; i < geometry.rows; i++) {
      int toNorth = i == 0 ? 0 : -row;
      int toSouth = i == geometry.rows - 1 ? 0 : row;
      for (int j = (i + colour) & 1; j < columns; j += 2) {
        int base = i * row + j * layers;
        double w = a.west(i, j);
        double e = a.west(i, j + 1);
        double n = a.north(i, j);
        double s = a.north(i + 1, j);
        int toWest = j == 0 ? 0 : -layers;
        int toEast = j == columns - 1 ? 0 : layers;
        double area = geometry.dx[j] * geometry.dy[i];
        double carried = 0;
        for (int l = 0; l < layers; l++) {
          int at = base + l;
          carried +=
              right[at]
                  + rim[at]
                  + a.sheet[l]
                      * (w * x[at + toWest]
                          + e * x[at + toEast]
                          + n * x[at + toNorth]
                          + s * x[at + toSouth]);
          column[l] = carried;
          carried *= area * a.down[l] * perPivot[at];
        }
        double below = 0;
        for (int l = layers - 1; l >= 0; l--) {
          below = (column[l] + area * a.down[l] * below) * perPivot[base + l];
          most = Math.max(most, Math.abs(below - x[base + l]));
          x[base + l] = below;
        }
      }
    }
    largestChange = most;
  }
}
