package io.wattune.core.lease;

/**
 * The node's two clocks, read at the same time.
 *
 * @param wallNanos epoch nanoseconds; may be stepped by whoever sets the clock
 * @param monotonicNanos nanoseconds from any origin; only differences count, also over its wrap
 */
public record LeaseTime(long wallNanos, long monotonicNanos) {}
