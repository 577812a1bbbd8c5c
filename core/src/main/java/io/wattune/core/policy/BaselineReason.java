package io.wattune.core.policy;

/** Why {@code baseline} has decided: stable codes, for counting. */
public final class BaselineReason {
  /** The power is above its limit: one step lower. */
  public static final String LIMIT = "limit";

  /** The power is within its limit: one step up. */
  public static final String BOOST = "boost";

  private BaselineReason() {}
}
