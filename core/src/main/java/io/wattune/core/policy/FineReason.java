package io.wattune.core.policy;

/** Why {@code fine} has decided: stable codes, for counting. */
public final class FineReason {
  /** The reference is to be measured at own settings. */
  public static final String MEASURE = "measure";

  /** The tunables go one rung lower together. */
  public static final String LOWER = "lower";

  /** The rate fell back: to the best settings known. */
  public static final String REVERT = "revert";

  /** One of several suspects goes one rung lower alone. */
  public static final String RETRY_SINGLE = "retry-single";

  /** Nothing is left to be lowered. */
  public static final String SETTLED = "settled";

  /** To own settings for a while, because the reference is old. */
  public static final String REMEASURE = "remeasure";

  /** To own settings for a while, because lower settings seem to be faster. */
  public static final String CONFIRM_FASTER = "confirm-faster";

  /** To own settings for a while, to confirm what was found before it is settled at. */
  public static final String CONFIRM = "confirm";

  /** The kernel's rate has changed by itself. */
  public static final String PHASE_CHANGE = "phase-change";

  /** The noise is too large to judge by: own settings from now on. */
  public static final String CANNOT_TELL = "cannot-tell";

  /** The node has refused a setting, which is given up. */
  public static final String REFUSED = "refused";

  private FineReason() {}
}
