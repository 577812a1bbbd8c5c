package io.wattune.core.thermal.model;

import io.wattune.core.thermal.config.Slab;

/**
 * What of a square plate lies beyond a rectangle in its middle, as four trapezia: HotSpot's {@code
 * populate_package_R}. A trapezium is {@code (S - w)/2} deep, {@code h} long inside and {@code S}
 * long outside; its node lies half-way.
 *
 * @param side of the plate, metres
 * @param width of the rectangle from west to east, metres
 * @param height of the rectangle from south to north, metres
 */
record Ring(double side, double width, double height) {
  private double depth(boolean across) {
    return (side - (across ? width : height)) / 4;
  }

  private double inner(boolean across) {
    return across ? height : width;
  }

  /** K/W from the rectangle's rim to the node: {@code (S - w)/4 / (k t (S + 3 h)/4)}. */
  double inside(Slab slab, boolean across) {
    return depth(across)
        / (slab.conductivity() * slab.thickness() * (side + 3 * inner(across)) / 4);
  }

  /** K/W from the node to the plate's rim: {@code (S - w)/4 / (k t (3 S + h)/4)}. */
  double outside(Slab slab, boolean across) {
    return depth(across)
        / (slab.conductivity() * slab.thickness() * (3 * side + inner(across)) / 4);
  }

  /** Square metres of a trapezium: {@code (S + h)(S - w)/4}. */
  double area(boolean across) {
    return (side + inner(across)) * depth(across);
  }
}
