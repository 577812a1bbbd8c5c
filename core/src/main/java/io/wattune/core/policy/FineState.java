package io.wattune.core.policy;

/** Where {@code fine} stands with a kernel. */
public enum FineState {
  /** At own settings: its reference is measured. */
  MEASURE,
  /** All tunables that may go lower are one rung lower together. */
  LOWER,
  /** Back at the best settings known, to see whether the rate comes back. */
  REVERT,
  /** One tunable is one rung lower. */
  SINGLE,
  /** At the best settings known, watched. */
  SETTLED,
  /** At own settings for a while: does the reference still hold? */
  REMEASURE,
  /** At own settings, and stays there. */
  CANNOT_TELL
}
