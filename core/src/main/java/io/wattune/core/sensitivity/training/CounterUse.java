package io.wattune.core.sensitivity.training;

/** Which of a kernel's counters a model is trained on. */
public enum CounterUse {
  /** Those at the highest value of every tunable: what a policy sees before its first decision. */
  HIGHEST,

  /**
   * The mean over all configurations (Paul et al. 2015, section 4.2, where a kernel's counters
   * hardly change between configurations).
   */
  MEAN
}
