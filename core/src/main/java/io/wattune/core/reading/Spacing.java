package io.wattune.core.reading;

/** How the time between two consecutive samples was seen. */
public enum Spacing {
  /** The sensor was polled throughout. */
  SEEN(0),
  /** A gap, short enough to be bridged by a straight line. */
  BRIDGED(1),
  /** A gap that nothing is said about. */
  BROKEN(2);

  private static final Spacing[] BY_CODE = values();

  private final byte code;

  Spacing(int code) {
    this.code = (byte) code;
  }

  /** Its number in packed columns. */
  public byte code() {
    return code;
  }

  /** The spacing of a number in a packed column. */
  public static Spacing ofCode(int code) {
    return BY_CODE[code];
  }
}
