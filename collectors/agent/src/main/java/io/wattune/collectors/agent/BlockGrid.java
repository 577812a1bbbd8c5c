package io.wattune.collectors.agent;

/**
 * The slots of time at whose ends the blocks of all devices of a node close: blocks that close
 * together travel in one request, and wake the publisher once. A block begins and ends in one slot,
 * so that none is older than a slot when it is sent.
 *
 * @param originNanos monotonic time at which a slot begins
 * @param slotNanos length of a slot
 */
record BlockGrid(long originNanos, long slotNanos) {

  BlockGrid {
    if (slotNanos < 1) {
      throw new IllegalArgumentException("slotNanos must be above 0, was " + slotNanos);
    }
  }

  /** Number of the slot that a monotonic time is in. */
  long slot(long monotonicNanos) {
    return Math.floorDiv(monotonicNanos - originNanos, slotNanos);
  }
}
