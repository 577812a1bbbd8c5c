package io.wattune.core.inforce;

import io.wattune.core.NewestEntries;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.DecisionKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node was sent, and how far its writer has answered: every decision and claim is. Lateness
 * is counted by the controller's clock, between what was sent and what was answered, so that it
 * does not matter whose clock is off. Decisions and answers come in the order of their topics; it
 * does not matter which topic is read first. Bounded: {@value #MOST_OPEN} unanswered decisions,
 * {@value #MOST_EARLY} answers whose decision has not come. One thread. Test: {@code
 * WriterAnswersTest}.
 */
public final class WriterAnswers {
  /** A writer that works answers within a fraction of a second. */
  static final long PATIENCE_NANOS = 5_000_000_000L;

  static final int MOST_OPEN = 256;
  static final int MOST_EARLY = 64;
  private static final long NEVER = Long.MIN_VALUE;

  private final Map<DecisionKey, Long> open = NewestEntries.put(MOST_OPEN);
  private final Map<DecisionKey, Boolean> early = NewestEntries.put(MOST_EARLY);
  private @Nullable Decision newest;
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = NEVER;
  private long answeredNanos = NEVER;
  private long claimedEpoch = NEVER;

  /** A decision or claim was sent to the node. */
  public void take(Decision decision) {
    long sentNanos = decision.decidedAtNanos();
    firstNanos = Math.min(firstNanos, sentNanos);
    lastNanos = Math.max(lastNanos, sentNanos);
    if (newest == null || decision.epoch() >= newest.epoch()) {
      newest = decision;
    }
    DecisionKey key = decision.key();
    boolean isClaimed = decision instanceof Decision.Claim && claimedEpoch == decision.epoch();
    if (early.remove(key) != null || isClaimed) {
      answered(sentNanos);
    } else {
      open.put(key, sentNanos);
    }
  }

  /** The node's writer has answered, or has done something by itself. */
  public void take(Actuation actuation) {
    if (actuation.device() == null) {
      claimedEpoch = actuation.epoch();
    }
    DecisionKey key = actuation.key();
    Long sentNanos = open.remove(key);
    if (sentNanos != null) {
      answered(sentNanos);
    } else if (actuation.outcome() != ActuationOutcome.SWITCHED
        && actuation.outcome() != ActuationOutcome.RESTORED) {
      early.put(key, true); // The other two follow the answer to their decision.
    }
  }

  private void answered(long sentNanos) {
    answeredNanos = Math.max(answeredNanos, sentNanos);
  }

  /** The newest decision or claim of the highest epoch; null where nothing was sent. */
  public @Nullable Decision newest() {
    return newest;
  }

  /** The highest epoch that was sent; 0 where nothing was. */
  public long epoch() {
    return newest == null ? 0 : newest.epoch();
  }

  /**
   * Whether the writer answers.
   *
   * @param nowNanos epoch nanoseconds; used only where it has never answered
   */
  public WriterState state(long nowNanos) {
    if (lastNanos == NEVER) {
      return WriterState.NOT_ASKED;
    }
    if (answeredNanos == NEVER) {
      return nowNanos - firstNanos > PATIENCE_NANOS ? WriterState.SILENT : WriterState.WAITING;
    }
    return lastNanos - answeredNanos > PATIENCE_NANOS ? WriterState.SILENT : WriterState.ANSWERS;
  }
}
