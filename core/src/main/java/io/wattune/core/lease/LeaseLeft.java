package io.wattune.core.lease;

import io.wattune.core.decision.Decision;

/**
 * What is left of a decision's lease: {@code lease - (now - basedOn)}, in nanoseconds, and not more
 * than the lease where basedOn lies a little in the future. The lease runs from the newest reading
 * that went in, on the node's own clock, so that no other machine's clock plays a part.
 */
final class LeaseLeft {

  private LeaseLeft() {}

  static long of(Decision.ForDevice decision, long wallNanos) {
    long age = wallNanos - decision.basedOnNanos();
    boolean isOverflow = ((wallNanos ^ decision.basedOnNanos()) & (wallNanos ^ age)) < 0;
    if (isOverflow) {
      return wallNanos > decision.basedOnNanos() ? Long.MIN_VALUE : decision.leaseNanos();
    }
    return decision.leaseNanos() - Math.max(0, age);
  }
}
