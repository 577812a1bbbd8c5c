package io.wattune.core.policy;

import java.util.OptionalDouble;

/** What {@code harmonia} judges its settings by. */
public enum HarmoniaSignal {
  /** Delivered work per second. */
  RATE {
    @Override
    OptionalDouble of(Evidence evidence) {
      return OptionalDouble.of(evidence.rate());
    }
  },
  /**
   * Share of time that the vector ALUs were busy, as the paper has it. It is a share of the core's
   * own cycles: it does not fall with the core clock, so that who judges the core clock by it
   * lowers it without end. {@code ValuBusyTest} shows that it does for the other tunables.
   */
  VALU_BUSY {
    @Override
    OptionalDouble of(Evidence evidence) {
      return evidence.valuBusy();
    }
  };

  /** Its value in an invocation; empty where it was not measured. */
  abstract OptionalDouble of(Evidence evidence);
}
