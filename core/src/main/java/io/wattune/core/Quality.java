package io.wattune.core;

/** How a value was obtained, from best to worst; where values are combined the worst wins. */
public enum Quality {
  /** Read from a sensor that shows power as it is. */
  MEASURED,
  /** Read, and the sensor's known response undone. */
  CORRECTED,
  /** Read from a sensor whose response is assumed, not known. */
  ESTIMATED,
  /** Part of the interval was not seen. */
  GAP,
  /** No usable value. */
  INVALID;

  /** Returns the worse of the two. */
  public Quality worst(Quality other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
