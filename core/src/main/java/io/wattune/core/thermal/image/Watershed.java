package io.wattune.core.thermal.image;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Divides pixels into basins of a landscape: from each low point pixels are taken in the order of
 * their height, so that borders run along the ridges (Meyer 1994). Test: {@code BlockFinderTest}.
 */
final class Watershed {
  private Watershed() {}

  /** A pixel that waits; equal heights wait in the order in which they came. */
  private record Waiting(double height, int order, int pixel, int basin)
      implements Comparable<Waiting> {
    @Override
    public int compareTo(Waiting other) {
      int byHeight = Double.compare(height, other.height);
      return byHeight != 0 ? byHeight : Integer.compare(order, other.order);
    }
  }

  /**
   * A number from 0 for each pixel: its basin.
   *
   * @param heights the landscape, row by row
   * @param reach pixels around a low point that must not be lower
   */
  static int[] basins(double[] heights, int rows, int columns, int reach) {
    int[] basin = new int[heights.length];
    Arrays.fill(basin, -1);
    int count = 0;
    for (int p = 0; p < heights.length; p++) {
      if (isLowest(heights, rows, columns, p, reach)) {
        basin[p] = count++;
      }
    }
    return flooded(heights, rows, columns, basin);
  }

  /**
   * Gives each pixel that has no basin yet, -1, to one beside it, in the order of the heights.
   *
   * @param basin at least one pixel must have one
   */
  static int[] flooded(double[] heights, int rows, int columns, int[] basin) {
    int[] out = basin.clone();
    var queue = new PriorityQueue<Waiting>();
    int order = 0;
    for (int p = 0; p < heights.length; p++) {
      if (basin[p] >= 0) {
        out[p] = -1;
        queue.add(new Waiting(Double.NEGATIVE_INFINITY, order++, p, basin[p]));
      }
    }
    while (!queue.isEmpty()) {
      Waiting next = queue.poll();
      int p = next.pixel;
      if (out[p] >= 0) {
        continue;
      }
      out[p] = next.basin;
      int row = p / columns;
      int column = p % columns;
      int[] around = {
        row > 0 ? p - columns : -1,
        row < rows - 1 ? p + columns : -1,
        column > 0 ? p - 1 : -1,
        column < columns - 1 ? p + 1 : -1
      };
      for (int q : around) {
        if (q >= 0 && out[q] < 0) {
          queue.add(new Waiting(Math.max(heights[q], next.height), order++, q, next.basin));
        }
      }
    }
    return out;
  }

  private static boolean isLowest(double[] heights, int rows, int columns, int p, int reach) {
    int row = p / columns;
    int column = p % columns;
    for (int i = Math.max(0, row - reach); i <= Math.min(rows - 1, row + reach); i++) {
      for (int j = Math.max(0, column - reach); j <= Math.min(columns - 1, column + reach); j++) {
        int q = i * columns + j;
        if (heights[q] < heights[p] || (heights[q] == heights[p] && q < p)) {
          return false;
        }
      }
    }
    return true;
  }
}
