package io.wattune.core.policy;

/**
 * Why a policy has decided: stable codes, for counting. Policies that do the same say it by the
 * same code.
 */
public final class PolicyReason {
  /** A reference, or a phase, is to be measured at own settings. */
  public static final String MEASURE = "measure";

  /** The tunables go one rung lower together. */
  public static final String LOWER = "lower";

  /** One of several suspects goes one rung lower alone. */
  public static final String RETRY_SINGLE = "retry-single";

  /** To own settings for a while, to confirm what was found before it is kept. */
  public static final String CONFIRM = "confirm";

  /** Nothing is left to be lowered. */
  public static final String SETTLED = "settled";

  /** What is measured of a kernel has changed by itself. */
  public static final String PHASE_CHANGE = "phase-change";

  /** The node has refused a setting, which is given up. */
  public static final String REFUSED = "refused";

  /** Of {@code fine}: the rate fell back, to the best settings known. */
  public static final String REVERT = "revert";

  /** Of {@code fine}: to own settings for a while, because the reference is old. */
  public static final String REMEASURE = "remeasure";

  /** Of {@code fine}: to own settings for a while, because lower settings seem to be faster. */
  public static final String CONFIRM_FASTER = "confirm-faster";

  /** Of {@code fine}: the noise is too large to judge by, own settings from now on. */
  public static final String CANNOT_TELL = "cannot-tell";

  /** Of {@code harmonia}: to the settings of the bins. */
  public static final String COARSE = "coarse";

  /** Of {@code harmonia}: the settings are too low, what was lowered goes one rung up. */
  public static final String RAISE = "raise";

  /** Of {@code harmonia}: a phase is known from before, to the settings that it had. */
  public static final String KNOWN_PHASE = "known-phase";

  /** Of {@code harmonia}: the signal changes by itself too often, own settings for a time. */
  public static final String RESTLESS = "restless";

  /** Of {@code baseline}: the power is above its limit, one step lower. */
  public static final String LIMIT = "limit";

  /** Of {@code baseline}: the power is within its limit, one step up. */
  public static final String BOOST = "boost";

  private PolicyReason() {}
}
