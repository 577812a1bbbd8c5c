package io.wattune.core.component;

/** Why a split of power into components is to be read with care. */
public enum ComponentDoubt {
  /** No model is known yet: there is a total and no components. */
  NOT_YET_KNOWN,
  /** The model is the given one; what was measured here has not changed it yet. */
  GIVEN,
  /** The device's counters are shares of time, not counts of what it did: few, wide components. */
  COARSE,
  /** The same counters came with another power than before: the model is being learned anew. */
  DRIFT,
  /** The counters are beyond those that the model was fitted to. */
  UNLIKE,
  /** No power was known in the interval: the total is the model's own. */
  NO_POWER
}
