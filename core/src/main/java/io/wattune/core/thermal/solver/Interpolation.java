package io.wattune.core.thermal.solver;

/**
 * Linear interpolation from the cells of a coarser level to those of a finer one, and its
 * transpose, which keeps sums. At the rim the coarse cell's value is taken. Test: {@code
 * GridGeometryTest}.
 */
final class Interpolation {
  private final GridGeometry fine;
  private final GridGeometry coarse;
  private final int layers;
  private final Line across;
  private final Line along;

  Interpolation(GridGeometry fine, GridGeometry coarse, int layers) {
    this.fine = fine;
    this.coarse = coarse;
    this.layers = layers;
    across = Line.of(fine.dx, coarse.dx);
    along = Line.of(fine.dy, coarse.dy);
  }

  /** One direction: two coarse cells for each fine one. */
  @SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
  private record Line(int[] parent, int[] other, double[] weight) {
    static Line of(double[] fine, double[] coarse) {
      int n = fine.length;
      var line = new Line(new int[n], new int[n], new double[n]);
      boolean same = n == coarse.length;
      double[] middles = middles(coarse);
      double[] at = middles(fine);
      for (int i = 0; i < n; i++) {
        int parent = same ? i : i / 2;
        int other = at[i] < middles[parent] ? parent - 1 : parent + 1;
        line.parent[i] = parent;
        if (same || other < 0 || other >= coarse.length) {
          line.other[i] = parent;
        } else {
          line.other[i] = other;
          line.weight[i] =
              Math.abs(at[i] - middles[parent]) / Math.abs(middles[other] - middles[parent]);
        }
      }
      return line;
    }

    private static double[] middles(double[] sizes) {
      double[] middles = new double[sizes.length];
      double edge = 0;
      for (int i = 0; i < sizes.length; i++) {
        middles[i] = edge + sizes[i] / 2;
        edge += sizes[i];
      }
      return middles;
    }
  }

  /** Sums of the fine level's values to the coarse level; single nodes are copied. */
  double[] restrict(double[] values, int singles) {
    double[] out = new double[coarse.cells() * layers + singles];
    for (int i = 0; i < fine.rows; i++) {
      double wy = along.weight[i];
      for (int j = 0; j < fine.columns; j++) {
        double wx = across.weight[j];
        int from = (i * fine.columns + j) * layers;
        int a = at(along.parent[i], across.parent[j]);
        int b = at(along.parent[i], across.other[j]);
        int c = at(along.other[i], across.parent[j]);
        int d = at(along.other[i], across.other[j]);
        for (int l = 0; l < layers; l++) {
          double value = values[from + l];
          out[a + l] += (1 - wy) * (1 - wx) * value;
          out[b + l] += (1 - wy) * wx * value;
          out[c + l] += wy * (1 - wx) * value;
          out[d + l] += wy * wx * value;
        }
      }
    }
    System.arraycopy(values, fine.cells() * layers, out, coarse.cells() * layers, singles);
    return out;
  }

  /** Sums over the cells of each coarse one, without interpolation. */
  double[] gather(double[] values, int singles) {
    double[] out = new double[coarse.cells() * layers + singles];
    for (int i = 0; i < fine.rows; i++) {
      for (int j = 0; j < fine.columns; j++) {
        int from = (i * fine.columns + j) * layers;
        int to = at(along.parent[i], across.parent[j]);
        for (int l = 0; l < layers; l++) {
          out[to + l] += values[from + l];
        }
      }
    }
    System.arraycopy(values, fine.cells() * layers, out, coarse.cells() * layers, singles);
    return out;
  }

  /** Adds the coarse level's values, interpolated, to the fine level's. */
  void addTo(double[] values, double[] coarseValues) {
    for (int i = 0; i < fine.rows; i++) {
      double wy = along.weight[i];
      for (int j = 0; j < fine.columns; j++) {
        double wx = across.weight[j];
        int to = (i * fine.columns + j) * layers;
        int a = at(along.parent[i], across.parent[j]);
        int b = at(along.parent[i], across.other[j]);
        int c = at(along.other[i], across.parent[j]);
        int d = at(along.other[i], across.other[j]);
        for (int l = 0; l < layers; l++) {
          values[to + l] +=
              (1 - wy) * ((1 - wx) * coarseValues[a + l] + wx * coarseValues[b + l])
                  + wy * ((1 - wx) * coarseValues[c + l] + wx * coarseValues[d + l]);
        }
      }
    }
    int from = coarse.cells() * layers;
    for (int k = from; k < coarseValues.length; k++) {
      values[fine.cells() * layers + k - from] += coarseValues[k];
    }
  }

  private int at(int row, int column) {
    return (row * coarse.columns + column) * layers;
  }
}
