package io.wattune.core.thermal.solver;

/**
 * A layer of cells.
 *
 * @param sheet conductivity times thickness, W/K: what flows across a square by a kelvin
 * @param down W/(K m^2) to the next layer
 * @param air W/(K m^2) to the air
 * @param heat J/(K m^2)
 */
public record GridLayer(double sheet, double down, double air, double heat) {
  GridLayer scaled(double scale) {
    return new GridLayer(scale * sheet, scale * down, scale * air, heat);
  }
}
