package io.wattune.core.thermal.model;

/**
 * Temperatures of a rectangle, row by row from the top (north), each row from the left (west).
 *
 * @param rows rows
 * @param columns columns
 * @param width metres from west to east
 * @param height metres from south to north
 * @param kelvin of each cell
 */
@SuppressWarnings("ArrayRecordComponent") // A map is large and is read, not compared.
public record TemperatureMap(int rows, int columns, double width, double height, double[] kelvin) {
  public TemperatureMap {
    if (rows < 1 || columns < 1 || kelvin.length != rows * columns) {
      throw new IllegalArgumentException(
          "a map of " + rows + " x " + columns + " cells has not " + kelvin.length + " values");
    }
  }

  /** Kelvin of a cell. */
  public double at(int row, int column) {
    return kelvin[row * columns + column];
  }
}
