package io.wattune.core.policy;

/** Where {@code harmonia} and its variants stand with a kernel. */
public enum HarmoniaState {
  /** At own settings: the reference and the bins of a phase are measured. */
  OWN,
  /** At the settings that the bins give, or where a phase with these bins has settled before. */
  COARSE,
  /** The coarse settings were too low: all that was lowered is a rung higher. */
  RAISE,
  /** All tunables that may go lower are one rung lower together. */
  LOWER,
  /** One tunable is one rung lower. */
  SINGLE,
  /** At own settings for a judgement: is it still the phase that lower ones were found in? */
  CONFIRM,
  /** At the best settings known, watched. */
  SETTLED,
  /** At the settings that a phase had when it was left; is it that phase? */
  RETURN,
  /** At own settings for a time, because nothing could be determined. */
  RESTLESS
}
