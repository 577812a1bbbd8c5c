package io.wattune.testbed.krisp;

import java.util.Locale;

/** Who gets which compute units (Chow 2023, section 3.5.1). */
public enum PartitionPolicy {
  /** Everybody all of them. */
  MPS_DEFAULT,
  /** Each worker the same number, its own. */
  STATIC_EQUAL,
  /** Each worker what its model needs; where that is too much, units are shared. */
  MODEL_RIGHT_SIZE,
  /** Each kernel what it needs; units may be shared. */
  KRISP_O,
  /**
   * Each kernel what it needs, or what is left of it: no unit is shared. Where none is left the
   * kernel waits; the document does not say what happens then.
   */
  KRISP_I,
  /**
   * Not in the document: as KRISP_I, but a kernel waits until as many units are free as it needs.
   */
  KRISP_W;

  /** Its name in results. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether each kernel has a mask of its own. */
  boolean isByKernel() {
    return this == KRISP_O || this == KRISP_I || this == KRISP_W;
  }

  /** How many of a kernel's units may be shared, of a GPU's. */
  int overlapLimit(int units) {
    return this == KRISP_I || this == KRISP_W ? 0 : units;
  }
}
