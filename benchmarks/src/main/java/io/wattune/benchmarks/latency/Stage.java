package io.wattune.benchmarks.latency;

import java.util.function.ToLongFunction;

/** A stretch of the way from a reading to the settings that it led to. */
@SuppressWarnings("ImmutableEnumChecker") // Functions without state.
enum Stage {
  BLOCK("newest reading to its block in Kafka", p -> p.takenNanos() - p.basedOnNanos()),
  LEDGER("to its true power, out of the ledger job", p -> p.powerNanos() - p.takenNanos()),
  CONTROLLER("to the controller's decision", p -> p.decidedNanos() - p.powerNanos()),
  NODE("to the settings, read back from the device", p -> p.appliedNanos() - p.decidedNanos()),
  ALL("newest reading to applied settings", p -> p.appliedNanos() - p.basedOnNanos()),
  OLDEST(
      "the block's first reading to applied settings",
      p -> p.appliedNanos() - p.firstReadingNanos());

  private final String words;
  private final ToLongFunction<Passage> nanos;

  Stage(String words, ToLongFunction<Passage> nanos) {
    this.words = words;
    this.nanos = nanos;
  }

  /** What it is, for people. */
  String words() {
    return words;
  }

  /** How long a decision took over it; a record's time stamp is cut to milliseconds. */
  long nanos(Passage passage) {
    return Math.max(0, nanos.applyAsLong(passage));
  }
}
