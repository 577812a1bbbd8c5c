package io.wattune.collectors.agent;

/** Two clocks that move when they are told. */
final class ManualTime implements TimeSource {
  static final long MILLI = 1_000_000L;

  /** 2026-01-01T00:00:00Z. */
  static final long START_NANOS = 1_767_225_600_000_000_000L;

  private volatile long monotonicNanos = -77;
  private volatile long wallNanos = START_NANOS;

  @Override
  public long monotonicNanos() {
    return monotonicNanos;
  }

  @Override
  public long wallNanos() {
    return wallNanos;
  }

  /** Time passes. */
  void pass(long nanos) {
    monotonicNanos = monotonicNanos + nanos;
    wallNanos = wallNanos + nanos;
  }

  /** Somebody sets the wall clock. */
  void stepWall(long nanos) {
    wallNanos = wallNanos + nanos;
  }
}
