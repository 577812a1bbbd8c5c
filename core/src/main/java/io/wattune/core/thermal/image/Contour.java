package io.wattune.core.thermal.image;

import java.util.ArrayList;
import java.util.List;

/**
 * The outline of a region of pixels: corners in pixels, {@code {row, column}}, with the region to
 * the right, from its first pixel's upper left corner on. Holes are not outlined. Test: {@code
 * ContourTest}.
 */
final class Contour {
  /** North, east, south, west. */
  private static final int[][] STEP = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

  /** The pixel ahead of a corner, left of the way; that to the right is the next direction's. */
  private static final int[][] LEFT = {{-1, -1}, {-1, 0}, {0, 0}, {0, -1}};

  private Contour() {}

  static List<int[]> of(int[] labels, int rows, int columns, int label) {
    int first = 0;
    while (labels[first] != label) {
      first++;
    }
    int row = first / columns;
    int column = first % columns;
    int startRow = row;
    int startColumn = column;
    int direction = 1;
    List<int[]> corners = new ArrayList<>();
    corners.add(new int[] {row, column});
    int most = 4 * labels.length + 4;
    for (int i = 0; i < most; i++) {
      row += STEP[direction][0];
      column += STEP[direction][1];
      if (row == startRow && column == startColumn) {
        break;
      }
      boolean left = inside(labels, rows, columns, label, row, column, direction);
      boolean right = inside(labels, rows, columns, label, row, column, (direction + 1) % 4);
      int turned = !right ? (direction + 1) % 4 : left ? (direction + 3) % 4 : direction;
      if (turned != direction) {
        corners.add(new int[] {row, column});
        direction = turned;
      }
    }
    return List.copyOf(corners);
  }

  /** Whether the pixel ahead, left of the way, belongs to the region. */
  private static boolean inside(
      int[] labels, int rows, int columns, int label, int row, int column, int direction) {
    int pixelRow = row + LEFT[direction][0];
    int pixelColumn = column + LEFT[direction][1];
    return pixelRow >= 0
        && pixelRow < rows
        && pixelColumn >= 0
        && pixelColumn < columns
        && labels[pixelRow * columns + pixelColumn] == label;
  }
}
