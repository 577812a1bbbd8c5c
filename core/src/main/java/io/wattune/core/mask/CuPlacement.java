package io.wattune.core.mask;

/**
 * Where the compute units of a mask lie (seed chapters 2 and 3). Work is dealt to engines in equal
 * shares, so that the engine with the fewest units is the last to end: with {@code n} units of 4
 * engines of 15, PACKED is slow just above 15, 30 and 45, DISTRIBUTED where {@code n} leaves 3
 * over.
 */
public enum CuPlacement {
  /** Over all engines, as evenly as can be. */
  DISTRIBUTED,
  /** One engine is filled before the next. */
  PACKED,
  /** Over as few engines as hold them, as evenly as can be among those. */
  CONSERVED
}
