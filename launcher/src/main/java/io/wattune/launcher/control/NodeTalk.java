package io.wattune.launcher.control;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node was sent, and what of it has been answered: every decision is. Told the decisions
 * first, then the actuations. How long an answer is late is counted by the controller's clock where
 * something later was answered or sent, so that it does not matter whose clock is off.
 */
final class NodeTalk {
  private static final long NEVER = Long.MIN_VALUE;

  /** A writer that works answers within a fraction of a second. */
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  /** What was sent and is not answered, with the time at which it was decided. */
  private final Map<Sent, Long> open = new HashMap<>();

  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = NEVER;
  private long lastAnsweredNanos = NEVER;
  private @Nullable Decision newest;

  private record Sent(String device, long epoch, long sequence) {}

  void sent(Decision decision) {
    firstNanos = Math.min(firstNanos, decision.decidedAtNanos());
    lastNanos = Math.max(lastNanos, decision.decidedAtNanos());
    if (newest == null || decision.epoch() >= newest.epoch()) {
      newest = decision;
    }
    Sent key =
        decision instanceof Decision.ForDevice forDevice
            ? new Sent(forDevice.device(), forDevice.epoch(), forDevice.sequence())
            : new Sent("", decision.epoch(), 0);
    open.put(key, decision.decidedAtNanos());
  }

  void answered(Actuation actuation) {
    String device = actuation.device();
    Sent key =
        device == null
            ? new Sent("", actuation.epoch(), 0)
            : new Sent(device, actuation.epoch(), actuation.sequence());
    Long decidedAtNanos = open.remove(key);
    if (decidedAtNanos != null) {
      lastAnsweredNanos = Math.max(lastAnsweredNanos, decidedAtNanos);
    }
  }

  /** Its newest decision or claim; null where nothing was sent. */
  @Nullable Decision newest() {
    return newest;
  }

  WriterState writer(long nowNanos) {
    if (newest == null) {
      return WriterState.NOT_ASKED;
    }
    long silentNanos =
        lastAnsweredNanos == NEVER ? nowNanos - firstNanos : lastNanos - lastAnsweredNanos;
    return !open.isEmpty() && silentNanos > PATIENCE_NANOS
        ? WriterState.SILENT
        : WriterState.ANSWERS;
  }
}
