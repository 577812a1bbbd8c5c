package io.wattune.collectors.agent;

/** How a device answers. */
public enum Condition {
  /** As it should. */
  ANSWERING,
  /** With errors; it is asked less often. */
  FAILING,
  /** Not within the time that is allowed. */
  HANGING
}
