package io.wattune.core.policy;

/** Why {@code harmonia} has decided: stable codes, for counting. */
public final class HarmoniaReason {
  /** A phase is to be measured at own settings. */
  public static final String MEASURE = "measure";

  /** To the settings of the bins. */
  public static final String COARSE = "coarse";

  /** The settings are too low: what was lowered goes one rung up. */
  public static final String RAISE = "raise";

  /** The tunables go one rung lower together. */
  public static final String LOWER = "lower";

  /** One of several suspects goes one rung lower alone. */
  public static final String RETRY_SINGLE = "retry-single";

  /** To own settings for a judgement, before lower ones are kept. */
  public static final String CONFIRM = "confirm";

  /** Nothing is left to be lowered. */
  public static final String SETTLED = "settled";

  /** The signal or the bins have changed by themselves. */
  public static final String PHASE_CHANGE = "phase-change";

  /** A phase is known from before: to the settings that it had. */
  public static final String KNOWN_PHASE = "known-phase";

  /** The signal changes by itself too often: own settings for a time. */
  public static final String RESTLESS = "restless";

  /** The node has refused a setting. */
  public static final String REFUSED = "refused";

  private HarmoniaReason() {}
}
