package io.wattune.collectors.writer;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers a claim when every device of the node has obeyed or refused it: what is said to count,
 * counts. Thread-safe.
 */
final class ClaimAnswer {
  private final WriterNode node;
  private final Decision.Claim claim;
  private final AtomicInteger waiting;
  private final AtomicBoolean isTooOld = new AtomicBoolean();

  ClaimAnswer(WriterNode node, Decision.Claim claim, int devices) {
    this.node = node;
    this.claim = claim;
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
      boolean isOld = isTooOld.get();
      node.sink()
          .send(
              new Actuation(
                  node.config().node(),
                  null,
                  claim.epoch(),
                  0,
                  isOld ? ActuationOutcome.REFUSED : ActuationOutcome.CLAIMED,
                  (isOld ? ActuationReason.OLD_EPOCH : ActuationReason.OK).code(),
                  isOld ? "a later epoch has been claimed" : "",
                  null,
                  List.of(),
                  0,
                  node.clock().now().wallNanos()));
    }
  }
}
