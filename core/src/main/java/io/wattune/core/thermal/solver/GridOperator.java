package io.wattune.core.thermal.solver;

import java.util.List;

/**
 * {@code A = scale G + diag(added)} of layers of cells and single nodes: five-point stencils
 * across, conductances down, and rims that touch single nodes. Values lie cell by cell, the layers
 * of a cell beside each other, single nodes at the end. Finite volumes: the error of a temperature
 * falls with the square of the cells' size. Test: {@code GridNetworkTest}.
 */
final class GridOperator {
  final GridGeometry geometry;
  final int layers;
  final int singles;
  final double[] sheet;
  final double[] down;
  final double[] diagonal;

  /** Matrix among the single nodes, without what cells add to its diagonal. */
  private final double[][] among;

  private final List<GridLayer> stack;
  private final List<GridEdge> edges;
  private final double[] added;

  /** Conductances of each edge's cells, and their places. */
  private final double[][] rimConductances;

  private final int[][] rimCells;

  GridOperator(
      GridGeometry geometry,
      List<GridLayer> stack,
      List<GridEdge> edges,
      double[][] among,
      double[] added) {
    this.geometry = geometry;
    this.stack = stack;
    this.edges = edges;
    this.among = among;
    this.added = added;
    layers = stack.size();
    singles = among.length;
    sheet = stack.stream().mapToDouble(GridLayer::sheet).toArray();
    down = stack.stream().mapToDouble(GridLayer::down).toArray();
    down[layers - 1] = 0;
    diagonal = new double[geometry.cells() * layers + singles];
    rimConductances = new double[edges.size()][];
    rimCells = new int[edges.size()][];
    for (int e = 0; e < edges.size(); e++) {
      fillRim(edges.get(e), e);
    }
    fillDiagonal();
  }

  private void fillDiagonal() {
    for (int i = 0; i < geometry.rows; i++) {
      for (int j = 0; j < geometry.columns; j++) {
        int base = (i * geometry.columns + j) * layers;
        double across = west(i, j) + west(i, j + 1) + north(i, j) + north(i + 1, j);
        double area = geometry.dx[j] * geometry.dy[i];
        for (int l = 0; l < layers; l++) {
          double above = l == 0 ? 0 : down[l - 1];
          diagonal[base + l] =
              sheet[l] * across + area * (down[l] + above + stack.get(l).air()) + added[base + l];
        }
      }
    }
    int first = geometry.cells() * layers;
    for (int k = 0; k < singles; k++) {
      diagonal[first + k] = among[k][k];
    }
    for (int e = 0; e < rimCells.length; e++) {
      for (int k = 0; k < rimCells[e].length; k++) {
        diagonal[rimCells[e][k]] += rimConductances[e][k];
        diagonal[first + edges.get(e).node()] += rimConductances[e][k];
      }
    }
  }

  /** Shape of the conductance from a cell to the one west of it: 0 beyond the rim. */
  double west(int i, int j) {
    return j == 0 || j == geometry.columns ? 0 : geometry.dy[i] * geometry.perDx[j];
  }

  /** Shape of the conductance from a cell to the one north of it: 0 beyond the rim. */
  double north(int i, int j) {
    return i == 0 || i == geometry.rows ? 0 : geometry.dx[j] * geometry.perDy[i];
  }

  /** Half a cell's way to the rim, then the cell's share of the way beyond. */
  private void fillRim(GridEdge edge, int place) {
    boolean across = edge.side().isAcross();
    int n = across ? geometry.rows : geometry.columns;
    double side = sum(across ? geometry.dy : geometry.dx);
    double[] conductances = new double[n];
    int[] cells = new int[n];
    for (int k = 0; k < n; k++) {
      int i = across ? k : edge.side() == Side.NORTH ? 0 : geometry.rows - 1;
      int j = across ? edge.side() == Side.WEST ? 0 : geometry.columns - 1 : k;
      double half = (across ? geometry.dx[j] : geometry.dy[i]) / 2;
      double along = across ? geometry.dy[i] : geometry.dx[j];
      conductances[k] = along / (half / sheet[edge.layer()] + edge.resistance() * side);
      cells[k] = (i * geometry.columns + j) * layers + edge.layer();
    }
    rimConductances[place] = conductances;
    rimCells[place] = cells;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** Adds what single nodes give to the cells at the rim, watts per kelvin times kelvin. */
  void addFromSingles(double[] x, double[] rim) {
    int first = geometry.cells() * layers;
    for (int e = 0; e < rimCells.length; e++) {
      double beyond = x[first + edges.get(e).node()];
      for (int k = 0; k < rimCells[e].length; k++) {
        rim[rimCells[e][k]] += rimConductances[e][k] * beyond;
      }
    }
  }

  /** Sets the cells at the rim to 0. */
  void clearRim(double[] rim) {
    for (int[] cells : rimCells) {
      for (int cell : cells) {
        rim[cell] = 0;
      }
    }
  }

  /** Adds what cells at the rim give to single nodes. */
  void addToSingles(double[] x, double[] single) {
    for (int e = 0; e < rimCells.length; e++) {
      double sum = 0;
      for (int k = 0; k < rimCells[e].length; k++) {
        sum += rimConductances[e][k] * x[rimCells[e][k]];
      }
      single[edges.get(e).node()] += sum;
    }
  }

  int size() {
    return diagonal.length;
  }

  /**
   * The largest share of a node's diagonal that goes to its neighbours across; 1 where it could be
   * more, because something was taken from a diagonal.
   */
  double largestShareAcross() {
    double largest = 0;
    int columns = geometry.columns;
    for (int i = 0; i < geometry.rows; i++) {
      for (int j = 0; j < columns; j++) {
        double across = west(i, j) + west(i, j + 1) + north(i, j) + north(i + 1, j);
        double area = geometry.dx[j] * geometry.dy[i];
        for (int l = 0; l < layers; l++) {
          int at = (i * columns + j) * layers + l;
          double above = l == 0 ? 0 : down[l - 1];
          double own = diagonal[at] - area * (down[l] + above);
          largest = Math.max(largest, own > 0 ? Math.min(1, sheet[l] * across / own) : 1);
        }
      }
    }
    return largest;
  }

  /** {@code out = A x}. */
  void apply(double[] x, double[] out) {
    int columns = geometry.columns;
    int row = columns * layers;
    for (int i = 0; i < geometry.rows; i++) {
      int toNorth = i == 0 ? 0 : -row;
      int toSouth = i == geometry.rows - 1 ? 0 : row;
      for (int j = 0; j < columns; j++) {
        int base = i * row + j * layers;
        double w = west(i, j);
        double e = west(i, j + 1);
        double n = north(i, j);
        double s = north(i + 1, j);
        int toWest = j == 0 ? 0 : -layers;
        int toEast = j == columns - 1 ? 0 : layers;
        double area = geometry.dx[j] * geometry.dy[i];
        for (int l = 0; l < layers; l++) {
          int at = base + l;
          double value =
              diagonal[at] * x[at]
                  - sheet[l]
                      * (w * x[at + toWest]
                          + e * x[at + toEast]
                          + n * x[at + toNorth]
                          + s * x[at + toSouth]);
          if (l > 0) {
            value -= area * down[l - 1] * x[at - 1];
          }
          if (l < layers - 1) {
            value -= area * down[l] * x[at + 1];
          }
          out[at] = value;
        }
      }
    }
    applySingles(x, out);
  }

  private void applySingles(double[] x, double[] out) {
    int first = geometry.cells() * layers;
    for (int k = 0; k < singles; k++) {
      double value = diagonal[first + k] * x[first + k];
      for (int m = 0; m < singles; m++) {
        if (m != k) {
          value += among[k][m] * x[first + m];
        }
      }
      out[first + k] = value;
    }
    for (int e = 0; e < rimCells.length; e++) {
      int node = first + edges.get(e).node();
      for (int k = 0; k < rimCells[e].length; k++) {
        double conductance = rimConductances[e][k];
        int cell = rimCells[e][k];
        out[cell] -= conductance * x[node];
        out[node] -= conductance * x[cell];
      }
    }
  }

  /** The single nodes' own matrix, with what cells add to its diagonal. */
  double[][] singlesMatrix() {
    double[][] matrix = new double[singles][];
    int first = geometry.cells() * layers;
    for (int k = 0; k < singles; k++) {
      matrix[k] = among[k].clone();
      matrix[k][k] = diagonal[first + k];
    }
    return matrix;
  }

  /** The whole matrix. */
  double[][] dense() {
    int n = size();
    double[][] matrix = new double[n][n];
    double[] unit = new double[n];
    double[] column = new double[n];
    for (int k = 0; k < n; k++) {
      unit[k] = 1;
      apply(unit, column);
      unit[k] = 0;
      for (int i = 0; i < n; i++) {
        matrix[i][k] = column[i];
      }
    }
    return matrix;
  }

  /** The same network on the next coarser cells. */
  GridOperator coarser(GridGeometry coarse, Interpolation interpolation) {
    return new GridOperator(coarse, stack, edges, among, interpolation.gather(added, singles));
  }
}
