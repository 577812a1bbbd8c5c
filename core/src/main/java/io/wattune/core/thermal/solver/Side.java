package io.wattune.core.thermal.solver;

/** A side of the rectangle of cells. Row 0 is the northern one, column 0 the western one. */
public enum Side {
  WEST,
  EAST,
  NORTH,
  SOUTH;

  /** Whether heat goes from west to east there, or back. */
  public boolean isAcross() {
    return this == WEST || this == EAST;
  }
}
