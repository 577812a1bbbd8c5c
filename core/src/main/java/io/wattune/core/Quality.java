package io.wattune.core;

/** How a value was obtained, from best to worst; where values are combined the worst wins. */
public enum Quality {
  /** Read from a sensor that shows power as it is. */
  MEASURED(0),
  /** Read, and the sensor's known response undone. */
  CORRECTED(1),
  /** Read from a sensor whose response is assumed, not known. */
  ESTIMATED(2),
  /** Part of the interval was not seen. */
  GAP(3),
  /** No usable value. */
  INVALID(4);

  private static final Quality[] BY_CODE = values();

  private final byte code;

  Quality(int code) {
    this.code = (byte) code;
  }

  /** Its number in packed columns: 0 for the best. */
  public byte code() {
    return code;
  }

  /** The quality of a number in a packed column; a number that there is not is an error. */
  public static Quality ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("there is no quality " + code + ", only 0 to 4");
    }
    return BY_CODE[code];
  }

  /** Returns the worse of the two. */
  public Quality worst(Quality other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
