package io.wattune.collectors.writer;

import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Obstacle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Answers a claim when every device of the node has obeyed or refused it: what is said to count,
 * counts. Thread-safe.
 */
final class ClaimAnswer {
  private final WriterNode node;
  private final Decision.Claim claim;
  private final @Nullable Obstacle unfenced;
  private final AtomicInteger waiting;
  private final AtomicBoolean isTooOld = new AtomicBoolean();

  /**
   * A claim that the devices are to obey.
   *
   * @param unfenced why it is refused all the same; null where it is on disk
   */
  ClaimAnswer(WriterNode node, Decision.Claim claim, int devices, @Nullable Obstacle unfenced) {
    this.node = node;
    this.claim = claim;
    this.unfenced = unfenced;
    this.waiting = new AtomicInteger(devices);
  }

  long epoch() {
    return claim.epoch();
  }

  /** One device has obeyed it, or has seen a later one. */
  void of(boolean isObeyed) {
    if (!isObeyed) {
      isTooOld.set(true);
    }
    if (waiting.decrementAndGet() == 0) {
      Obstacle why = why();
      node.sink()
          .send(
              Refusals.of(
                  node.config().node(),
                  claim,
                  why == null ? ActuationOutcome.CLAIMED : ActuationOutcome.REFUSED,
                  why == null ? new Obstacle(ActuationReason.OK, "") : why,
                  node.clock().now().wallNanos()));
    }
  }

  private @Nullable Obstacle why() {
    return isTooOld.get()
        ? new Obstacle(ActuationReason.OLD_EPOCH, "a later epoch has been claimed")
        : unfenced;
  }
}
