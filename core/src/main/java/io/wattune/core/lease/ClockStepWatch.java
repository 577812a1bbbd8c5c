package io.wattune.core.lease;

/**
 * Notices when the wall clock is stepped: when it and the monotonic clock have come more than
 * {@value #LARGEST_STEP_NANOS} ns apart since the last step. Many small steps count as their sum. A
 * clock that is slewed does not count: the monotonic clock is slewed with it. Not thread-safe.
 */
public final class ClockStepWatch {
  /** A difference up to here is no step. */
  public static final long LARGEST_STEP_NANOS = 1_000_000_000L;

  private long anchorNanos;

  public ClockStepWatch(LeaseTime start) {
    anchorNanos = offset(start);
  }

  /** Whether the wall clock was stepped since the last call that said so. */
  public boolean isStepped(LeaseTime now) {
    long moved = offset(now) - anchorNanos;
    if (moved >= -LARGEST_STEP_NANOS && moved <= LARGEST_STEP_NANOS) {
      return false;
    }
    anchorNanos = offset(now);
    return true;
  }

  private static long offset(LeaseTime time) {
    return time.wallNanos() - time.monotonicNanos();
  }
}
