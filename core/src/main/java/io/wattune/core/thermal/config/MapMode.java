package io.wattune.core.thermal.config;

import java.util.Locale;

/** What a block's temperature is in the grid model. */
public enum MapMode {
  /** That of the cell in its middle, or the mean of the two or four there: HotSpot's default. */
  CENTER,
  /** The mean of the cells that it touches. */
  AVG,
  /** The lowest of them. */
  MIN,
  /** The highest of them. */
  MAX;

  /** The name in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
