package io.wattune.launcher.up;

/** Whether there is something. */
enum Presence {
  /** There is. */
  ON,
  /** There is not. */
  OFF
}
