package io.wattune.testbed.gpu;

/** When the driver answers polls of the power sensor. */
public enum PollPattern {
  /** At once, always. */
  STEADY,
  /** As a K20 does: 0.266 to 130 ms between two answers, see IrregularPoller and Stalls. */
  IRREGULAR
}
