package io.wattune.core.thermal.config;

import java.util.Locale;

/** How finely a chip is divided. */
public enum ModelKind {
  /** A node for each block of the plan in each layer. */
  BLOCK,
  /** Equal cells in rows and columns. */
  GRID;

  /** The name in files and options. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
