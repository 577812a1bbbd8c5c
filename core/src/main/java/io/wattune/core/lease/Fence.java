package io.wattune.core.lease;

import io.wattune.core.decision.ActuationReason;
import org.jspecify.annotations.Nullable;

/**
 * The newest that one device has seen. What is not newer is a late repeat, or comes from a
 * controller that has been replaced and does not know it yet.
 *
 * @param epoch the epoch that counts
 * @param sequence the newest sequence of that epoch
 */
record Fence(long epoch, long sequence) {
  /** Nothing was seen yet. */
  static final Fence OPEN = new Fence(Long.MIN_VALUE, Long.MIN_VALUE);

  /** Why a decision is too old; null where it is the newest. */
  @Nullable ActuationReason refusal(long newEpoch, long newSequence) {
    if (newEpoch < epoch) {
      return ActuationReason.OLD_EPOCH;
    }
    return newEpoch == epoch && newSequence <= sequence ? ActuationReason.OLD_SEQUENCE : null;
  }

  /** After a claim that is not too old. One that is repeated changes nothing. */
  Fence claimed(long newEpoch) {
    return newEpoch > epoch ? new Fence(newEpoch, Long.MIN_VALUE) : this;
  }
}
