package io.wattune.launcher.up;

/** Whether there is something. */
enum Choice {
  /** There is. */
  ON,
  /** There is not. */
  OFF
}
