package io.wattune.core.mask;

/**
 * Where the compute units of a mask lie (Chow 2023, chapters 2 and 3). Work is dealt to engines in
 * equal shares, so that the engine with the fewest units is the last to end: with {@code n} units
 * of 4 engines of 15, PACKED is slow just above 15, 30 and 45, DISTRIBUTED where {@code n} leaves 3
 * over.
 */
public enum CuPlacement {
  /** Over all engines, as evenly as can be. */
  DISTRIBUTED,
  /** One engine is filled before the next. */
  PACKED,
  /**
   * Over as few engines as hold them, each but the last with the rounded-up share (section 3.3.3
   * and algorithm 1). The last has what is left: 46 units are 12, 12, 12 and 10.
   */
  CONSERVED,
  /**
   * As CONSERVED, but as evenly as can be: 46 units are 12, 12, 11 and 11. With 4 engines of 15
   * that is better at 31, 34, 37, 40, 43, 46, 49, 50, 53, 54, 57 and 58 units, and the same at all
   * others.
   */
  BALANCED
}
