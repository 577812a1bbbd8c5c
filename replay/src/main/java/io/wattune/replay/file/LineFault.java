package io.wattune.replay.file;

import java.util.Locale;

/** Why a line could not be used. */
enum LineFault {
  /** Stands before any header. */
  BEFORE_HEADER,
  /** More or fewer fields than the header. */
  FIELD_COUNT,
  /** The time stamp is not one. */
  TIME_STAMP,
  /** A meter's time is not later than the one before. */
  TIME_ORDER,
  /** The power is neither a number nor one of the source's ways to say that there is none. */
  NOT_A_NUMBER,
  /** The power has a unit other than watts. */
  UNIT,
  NEGATIVE_POWER,
  /** Beyond 2147 kW, which no device draws and the packed columns cannot hold. */
  POWER_TOO_LARGE,
  /** The device's index, uuid or bus id is not one. */
  DEVICE,
  /** The last line, and it breaks off. */
  TRUNCATED,
  /** Longer than 64 KiB. */
  TOO_LONG,
  /** Has NUL bytes, as a file system leaves them behind after a crash. */
  NUL_BYTES;

  /** The short stable code. */
  String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
