package io.wattune.replay.publish;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;

/** One record of a replay, and the event time at which a live agent would have sent it. */
sealed interface ReplayEvent {

  /** Epoch nanoseconds. */
  long atNanos();

  /** A block, known when its last poll is answered. */
  record Polled(long atNanos, PollBlock block) implements ReplayEvent {}

  /** An activity: at its start without an end, at its end with it. */
  record Reported(long atNanos, Activity activity) implements ReplayEvent {}
}
