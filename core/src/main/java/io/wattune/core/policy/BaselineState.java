package io.wattune.core.policy;

/** Where {@code baseline} stands with a kernel. */
public enum BaselineState {
  /** At own settings, which are the boost ones. */
  BOOST,
  /** The clock is lower, because the power exceeds its limit. */
  LIMITED
}
