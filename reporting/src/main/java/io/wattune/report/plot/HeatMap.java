package io.wattune.report.plot;

import java.util.List;

/**
 * Values of a rectangle, as colours.
 *
 * @param title above the picture
 * @param unit of the values
 * @param rows rows of cells, the first at the top
 * @param columns columns of cells
 * @param aspect width over height of the rectangle
 * @param values row by row
 * @param outlines what is drawn over it
 */
@SuppressWarnings("ArrayRecordComponent") // Drawn once, never compared.
public record HeatMap(
    String title,
    String unit,
    int rows,
    int columns,
    double aspect,
    double[] values,
    List<Outline> outlines) {
  public HeatMap {
    if (rows < 1 || columns < 1 || values.length != rows * columns || !(aspect > 0)) {
      throw new IllegalArgumentException(
          "a map of " + rows + " x " + columns + " cells has not " + values.length + " values");
    }
    outlines = List.copyOf(outlines);
  }

  /**
   * A rectangle with a name; places and sizes are shares of the map's, from its upper left corner.
   *
   * @param name beside it, where there is room
   * @param left its left side
   * @param top its upper side
   * @param width its width
   * @param height its height
   */
  public record Outline(String name, double left, double top, double width, double height) {}
}
