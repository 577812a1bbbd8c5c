package io.wattune.core.loop;

import io.wattune.core.guard.GuardContext;
import io.wattune.core.tunable.Configuration;
import java.util.Map;

/** A decision that was sent: its place in the order, how long it holds, what it wishes. */
record SentDecision(
    long epoch,
    long sequence,
    long basedOnNanos,
    long untilNanos,
    Map<String, Configuration> configurations) {

  /** Stands for the default configuration, among the names of kernels. */
  static final String DEFAULT = GuardContext.DEFAULT;

  SentDecision {
    configurations = Map.copyOf(configurations);
  }

  Configuration of(String kernel) {
    return configurations.getOrDefault(kernel, Configuration.EMPTY);
  }

  boolean isAt(long otherEpoch, long otherSequence) {
    return epoch == otherEpoch && sequence == otherSequence;
  }

  boolean isAfter(long otherEpoch, long otherSequence) {
    return epoch != otherEpoch ? epoch > otherEpoch : sequence > otherSequence;
  }
}
