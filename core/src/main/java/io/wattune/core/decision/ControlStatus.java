package io.wattune.core.decision;

/** What was done to one control. */
public enum ControlStatus {
  /** Written, and read back as wished. */
  SET,
  /** It was so already, nothing was written. */
  UNCHANGED,
  /** Not written. */
  REFUSED,
  /** Written or tried, and not read back as wished. */
  FAILED
}
