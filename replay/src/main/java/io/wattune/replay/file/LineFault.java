package io.wattune.replay.file;

/** Why a line could not be used. */
enum LineFault {
  /** Stands before any header. */
  BEFORE_HEADER("before-header"),
  /** More or fewer fields than the header. */
  FIELD_COUNT("field-count"),
  /** The time stamp is not one. */
  TIME_STAMP("time-stamp"),
  /** A meter's time is not later than the one before. */
  TIME_ORDER("time-order"),
  /** The power is neither a number nor one of the source's ways to say that there is none. */
  NOT_A_NUMBER("not-a-number"),
  /** The power has a unit other than watts. */
  UNIT("unit"),
  NEGATIVE_POWER("negative-power"),
  /** Beyond 2147 kW, which no device draws and the packed columns cannot hold. */
  POWER_TOO_LARGE("power-too-large"),
  /** The device's index, uuid or bus id is not one. */
  DEVICE("device"),
  /** The last line, and it breaks off. */
  TRUNCATED("truncated"),
  /** Longer than 64 KiB. */
  TOO_LONG("too-long"),
  /** Has NUL bytes, as a file system leaves them behind after a crash. */
  NUL_BYTES("nul-bytes");

  private final String code;

  LineFault(String code) {
    this.code = code;
  }

  /** The short stable code. */
  String code() {
    return code;
  }
}
