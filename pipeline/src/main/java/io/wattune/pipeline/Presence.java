package io.wattune.pipeline;

/** Whether there is something. */
public enum Presence {
  /** There is. */
  ON,
  /** There is not. */
  OFF
}
