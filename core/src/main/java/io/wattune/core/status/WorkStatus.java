package io.wattune.core.status;

import io.wattune.core.counter.WorkSignal;

/** Where a device's work is known from. */
public enum WorkStatus {
  /** Its programs report it. */
  PROGRAM,
  /** A server's counter. */
  SERVER,
  /** Progress lines of a command. */
  PROGRESS,
  /** The device's own counters. */
  COUNTERS,
  /** Nothing has reported work in the time that was looked at. */
  NONE,
  /** The readings could not all be read in the time that there was. */
  NOT_KNOWN;

  static WorkStatus of(WorkSignal signal) {
    return switch (signal) {
      case PROGRAM -> PROGRAM;
      case SERVER -> SERVER;
      case PROGRESS -> PROGRESS;
      case COUNTERS -> COUNTERS;
    };
  }
}
