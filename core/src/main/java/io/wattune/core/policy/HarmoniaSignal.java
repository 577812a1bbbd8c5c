package io.wattune.core.policy;

import java.util.OptionalDouble;

/** What {@code harmonia} judges its settings by. */
public enum HarmoniaSignal {
  /** Delivered work per second. */
  RATE,
  /**
   * Share of time that the vector ALUs were busy, as the paper has it. It is a share of the core's
   * own cycles: it does not fall with the core clock, so that who judges the core clock by it
   * lowers it without end. {@code ValuBusyTest} shows that it does for the other tunables.
   */
  VALU_BUSY;

  /** Its value in an invocation; empty where it was not measured. */
  OptionalDouble of(Evidence evidence) {
    return this == RATE ? OptionalDouble.of(evidence.rate()) : evidence.valuBusy();
  }
}
