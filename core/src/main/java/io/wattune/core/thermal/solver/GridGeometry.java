package io.wattune.core.thermal.solver;

import java.util.Arrays;

/**
 * Rows and columns of cells, whose heights and widths may differ: those of a coarser level do where
 * a number is odd. Metres. Test: {@code GridGeometryTest}.
 */
final class GridGeometry {
  /**
   * Cells longer than this times their other side are halved in number along the other side only.
   */
  private static final double SQUARE_ENOUGH = 1.5;

  final int rows;
  final int columns;

  /** Width of each column. */
  final double[] dx;

  /** Height of each row. */
  final double[] dy;

  /** 1 over the distance of a column's middle from that of the one before. */
  final double[] perDx;

  /** 1 over the distance of a row's middle from that of the one before. */
  final double[] perDy;

  private GridGeometry(double[] dx, double[] dy) {
    this.dx = dx;
    this.dy = dy;
    rows = dy.length;
    columns = dx.length;
    perDx = perDistance(dx);
    perDy = perDistance(dy);
  }

  /** Equal cells. */
  static GridGeometry of(double width, double height, int rows, int columns) {
    double[] dx = new double[columns];
    double[] dy = new double[rows];
    Arrays.fill(dx, width / columns);
    Arrays.fill(dy, height / rows);
    return new GridGeometry(dx, dy);
  }

  private static double[] perDistance(double[] sizes) {
    double[] per = new double[sizes.length];
    for (int i = 1; i < sizes.length; i++) {
      per[i] = 2 / (sizes[i - 1] + sizes[i]);
    }
    return per;
  }

  /** Cells. */
  int cells() {
    return rows * columns;
  }

  /** The next coarser level: half as many along the side where cells are shorter, or both. */
  GridGeometry coarser() {
    boolean across = columns > 1 && (dx[0] < SQUARE_ENOUGH * dy[0] || rows == 1);
    boolean along = rows > 1 && (dy[0] < SQUARE_ENOUGH * dx[0] || columns == 1);
    return new GridGeometry(across ? halved(dx) : dx, along ? halved(dy) : dy);
  }

  private static double[] halved(double[] sizes) {
    double[] coarse = new double[(sizes.length + 1) / 2];
    for (int i = 0; i < sizes.length; i++) {
      coarse[i / 2] += sizes[i];
    }
    return coarse;
  }
}
