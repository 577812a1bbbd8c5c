package io.wattune.dashboard.state;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;

/**
 * What a node was sent, and how far it has answered. Lateness is counted by the controller's clock,
 * between what was sent and what was answered, so that it does not matter whose clock is off. Not
 * thread safe.
 */
final class NodeTalk {
  private static final long NEVER = Long.MIN_VALUE;

  /** A writer that works answers within a fraction of a second. */
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private long epoch;
  private long claimEpoch = NEVER;
  private long claimSentNanos = NEVER;
  private long firstNanos = NEVER;
  private long lastNanos = NEVER;
  private long answeredNanos = NEVER;

  void sent(Decision decision) {
    epoch = Math.max(epoch, decision.epoch());
    firstNanos =
        firstNanos == NEVER
            ? decision.decidedAtNanos()
            : Math.min(firstNanos, decision.decidedAtNanos());
    lastNanos = Math.max(lastNanos, decision.decidedAtNanos());
    if (decision instanceof Decision.Claim) {
      claimSentNanos = decision.decidedAtNanos();
      if (claimEpoch == decision.epoch()) {
        answered(claimSentNanos);
      }
    }
  }

  void answered(long decidedAtNanos) {
    answeredNanos = Math.max(answeredNanos, decidedAtNanos);
  }

  /** A claim was answered, perhaps before it was read here. */
  void claimed(Actuation actuation) {
    claimEpoch = actuation.epoch();
    if (actuation.epoch() == epoch && claimSentNanos != NEVER) {
      answered(claimSentNanos);
    }
  }

  /** The highest epoch that was sent. */
  long epoch() {
    return epoch;
  }

  /** Whether the node's writer answers. */
  WriterNow writer(long nowNanos) {
    if (lastNanos == NEVER) {
      return WriterNow.NONE;
    }
    if (answeredNanos == NEVER) {
      return nowNanos - firstNanos > PATIENCE_NANOS ? WriterNow.SILENT : WriterNow.NONE;
    }
    return lastNanos - answeredNanos > PATIENCE_NANOS ? WriterNow.SILENT : WriterNow.LIVE;
  }
}
