package io.wattune.testbed.register;

/** What a control does with a write that its fault concerns. */
public enum FaultMode {
  /** It writes. */
  NONE(0),
  /** It answers with an error; the value stays. */
  REFUSES(1),
  /** It says that all is well; the value stays. */
  IGNORES(2),
  /** It says that all is well, but sets another value. */
  CLAMPS(3),
  /** It does not return, and writes only when the fault is cleared. */
  HANGS_BEFORE_WRITE(4),
  /** It writes, but does not return until the fault is cleared. */
  HANGS_AFTER_WRITE(5);

  private static final FaultMode[] ALL = values();

  private final long code;

  FaultMode(long code) {
    this.code = code;
  }

  /** The number that stands for it in a register file. */
  long code() {
    return code;
  }

  /** The mode of a number. */
  static FaultMode of(long code) {
    for (FaultMode mode : ALL) {
      if (mode.code == code) {
        return mode;
      }
    }
    throw new IllegalArgumentException("no fault mode has the number " + code);
  }
}
