package io.wattune.testbed.krisp;

/** Who gets which compute units (Chow 2023, section 3.5.1). */
public enum PartitionPolicy {
  /** Everybody all of them. */
  MPS_DEFAULT("mps-default"),
  /** Each worker the same number, its own. */
  STATIC_EQUAL("static-equal"),
  /** Each worker what its model needs; where that is too much, units are shared. */
  MODEL_RIGHT_SIZE("model-right-size"),
  /** Each kernel what it needs; units may be shared. */
  KRISP_O("krisp-o"),
  /**
   * Each kernel what it needs, or what is left of it: no unit is shared. Where none is left the
   * kernel waits; the document does not say what happens then.
   */
  KRISP_I("krisp-i"),
  /**
   * Not in the document: as KRISP_I, but a kernel waits until as many units are free as it needs.
   */
  KRISP_W("krisp-w");

  private final String word;

  PartitionPolicy(String word) {
    this.word = word;
  }

  /** Its name in results. */
  public String word() {
    return word;
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
