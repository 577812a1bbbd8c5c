package io.wattune.core.energymodel;

import static io.wattune.core.algebra.Products.dot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counters that these kernels can distinguish. One that is the same combination of a constant and
 * of those before it in every kernel, to {@link #TOLERANCE} of its spread, has no energy of its own
 * that could be found: it is merged with the one of them that it is most like. Test: {@code
 * LinearPowerFitTest}.
 *
 * @param groups indices of counters, in the table's order; each group's first stands for it
 */
public record MergedCounters(List<List<Integer>> groups) {
  /** What is left of a counter, over its spread: a correlation of 0.99995. */
  static final double TOLERANCE = 0.01;

  public MergedCounters {
    groups = groups.stream().map(List::copyOf).toList();
  }

  /** Looks at the rates of a table. */
  public static MergedCounters of(KernelTable table) {
    List<List<Integer>> groups = new ArrayList<>();
    List<double[]> directions = new ArrayList<>();
    List<double[]> unit = new ArrayList<>();
    for (int j = 0; j < table.counters().size(); j++) {
      double[] column = centred(table, j);
      double spread = norm(column);
      if (spread == 0) {
        continue;
      }
      double[] left = column.clone();
      // Twice: once would leave rounding of the largest direction.
      for (int pass = 0; pass < 2; pass++) {
        for (double[] direction : directions) {
          double along = dot(direction, left);
          for (int i = 0; i < left.length; i++) {
            left[i] -= along * direction[i];
          }
        }
      }
      double[] own = divided(column, spread);
      if (norm(left) > TOLERANCE * spread) {
        directions.add(divided(left, norm(left)));
        unit.add(own);
        groups.add(new ArrayList<>(List.of(j)));
      } else {
        int like = 0;
        for (int g = 1; g < unit.size(); g++) {
          boolean isCloser = Math.abs(dot(unit.get(g), own)) > Math.abs(dot(unit.get(like), own));
          like = isCloser ? g : like;
        }
        groups.get(like).add(j);
      }
    }
    return new MergedCounters(groups);
  }

  private static double[] centred(KernelTable table, int counter) {
    int n = table.size();
    double mean = 0;
    double largest = 0;
    for (double[] row : table.rates()) {
      mean += row[counter] / n;
      largest = Math.max(largest, row[counter]);
    }
    double[] column = new double[n];
    boolean isConstant = true;
    for (int i = 0; i < n; i++) {
      column[i] = table.rates()[i][counter] - mean;
      isConstant &= Math.abs(column[i]) <= 1e-12 * largest;
    }
    return isConstant ? new double[n] : column;
  }

  private static double norm(double[] column) {
    return Math.sqrt(dot(column, column));
  }

  private static double[] divided(double[] column, double by) {
    double[] divided = new double[column.length];
    Arrays.setAll(divided, i -> column[i] / by);
    return divided;
  }
}
