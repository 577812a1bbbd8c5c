package io.wattune.collectors.device;

/**
 * One thing that was found out about this machine or one of its devices.
 *
 * @param level how it bears on what Wattune can do
 * @param what what is there or is missing, in one sentence, with the path or the call
 * @param remedy what to do about it, in one sentence; empty where nothing has to be done
 */
public record Finding(Level level, String what, String remedy) {

  /** How a finding bears on what Wattune can do. The order is from good to bad. */
  public enum Level {
    /** There, and usable. */
    OK,
    /** Worth knowing; nothing is missing. */
    NOTE,
    /** Something that could be read or set is not to be had. */
    MISSING,
    /** Something is there and does not work. */
    BROKEN
  }

  public Finding {
    if (level.compareTo(Level.NOTE) > 0 && remedy.isEmpty()) {
      throw new IllegalArgumentException(
          "a finding that is " + level + " must say what to do about it, was '" + what + "'");
    }
  }

  /** There, and usable. */
  public static Finding ok(String what) {
    return new Finding(Level.OK, what, "");
  }

  /** Worth knowing; nothing is missing. */
  public static Finding note(String what) {
    return new Finding(Level.NOTE, what, "");
  }

  /** Something is not to be had. */
  public static Finding missing(String what, String remedy) {
    return new Finding(Level.MISSING, what, remedy);
  }

  /** Something is there and does not work. */
  public static Finding broken(String what, String remedy) {
    return new Finding(Level.BROKEN, what, remedy);
  }
}
