package io.wattune.collectors.writer;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.LeaseTime;
import io.wattune.core.lease.Obstacle;
import org.jspecify.annotations.Nullable;

/**
 * Refuses decisions that are based on a reading from before this life of the writer. Sequences are
 * not on disk: without this, a decision that an earlier life has obeyed, sent once more within its
 * lease, would be obeyed once more. A decision is based on a reading that came before it was sent,
 * so nothing that an earlier life can have seen passes.
 *
 * <p>Where the wall clock has been set back since, the start is where the clock of now puts it: the
 * right controller must not be shut out until the old time comes again. What an earlier life has
 * seen lies in the future then, or is too old by its sequence.
 *
 * @param start when this life began
 */
record LifeStart(LeaseTime start) {

  /** Why a decision is refused; null where it is not. */
  @Nullable Obstacle refusal(Decision.ForDevice decision, LeaseTime now) {
    long lived = now.monotonicNanos() - start.monotonicNanos();
    long earliest = Math.min(start.wallNanos(), now.wallNanos() - lived);
    return decision.basedOnNanos() >= earliest
        ? null
        : new Obstacle(
            ActuationReason.BEFORE_START,
            "it is based on a reading from before this writer's start, so that an earlier life may"
                + " have obeyed it; the next one will do");
  }
}
