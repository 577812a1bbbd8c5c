package io.wattune.sinks.point;

/** In what form a store gets its points. */
public enum PointForm {
  /** As they come, with text: of points with the same tags and time the store keeps the newest. */
  REVISED,
  /**
   * For a store that keeps every point it ever got, and numbers only: ledger entries when they are
   * final, so that a sum has each once; no text and no flags; the user as a tag.
   */
  FINAL_NUMBERS
}
