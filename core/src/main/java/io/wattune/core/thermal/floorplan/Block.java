package io.wattune.core.thermal.floorplan;

/**
 * A rectangle of a chip.
 *
 * @param name unique in its plan
 * @param width metres from west to east, above 0
 * @param height metres from south to north, above 0
 * @param left metres of its western edge
 * @param bottom metres of its southern edge
 */
public record Block(String name, double width, double height, double left, double bottom) {
  /** No chip is wider than a wafer. */
  private static final double MOST_METRES = 0.5;

  public Block {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a block needs a name");
    }
    check(name, "width", width, 0);
    check(name, "height", height, 0);
    check(name, "left edge", left, -MOST_METRES);
    check(name, "bottom edge", bottom, -MOST_METRES);
    if (width <= 0 || height <= 0) {
      throw new IllegalArgumentException(
          "block '" + name + "' must have a size above 0, has " + width + " x " + height + " m");
    }
  }

  private static void check(String name, String what, double metres, double least) {
    if (!(metres >= least && metres <= MOST_METRES)) {
      throw new IllegalArgumentException(
          "the %s of block '%s' must be between %s and %s m, is %s"
              .formatted(what, name, least, MOST_METRES, metres));
    }
  }

  /** Metres of its eastern edge. */
  public double right() {
    return left + width;
  }

  /** Metres of its northern edge. */
  public double top() {
    return bottom + height;
  }

  /** Square metres. */
  public double area() {
    return width * height;
  }
}
