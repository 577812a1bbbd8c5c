package io.wattune.collectors.writer;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.gate.ClockWatch;
import io.wattune.core.gate.GateTime;
import io.wattune.core.gate.Obstacle;
import org.jspecify.annotations.Nullable;

/**
 * Refuses decisions that are based on a reading from before this life of the writer. Sequences are
 * not on disk: without this, a decision that an earlier life has obeyed, sent once more within its
 * lease, would be obeyed once more. A reading is younger than any decision that was sent before it,
 * so nothing that an earlier life can have seen passes, as long as the clock goes on. Where it is
 * stepped back the new time counts, and what came before lies in its future.
 *
 * <p>Used by one thread.
 */
final class LifeStart {
  private final ClockWatch clock;
  private long earliestNanos;

  LifeStart(GateTime start) {
    this.clock = new ClockWatch(start);
    this.earliestNanos = start.wallNanos();
  }

  /** Why a decision is refused; null where it is not. */
  @Nullable Obstacle refusal(Decision.ForDevice decision, GateTime now) {
    if (clock.isStepped(now)) {
      earliestNanos = Math.min(earliestNanos, now.wallNanos());
    }
    return decision.basedOnNanos() >= earliestNanos
        ? null
        : new Obstacle(
            ActuationReason.BEFORE_START,
            "it is based on a reading from before this writer's start, so that an earlier life may"
                + " have obeyed it; the next one will do");
  }
}
