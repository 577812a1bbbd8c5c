package io.wattune.collectors.agent;

/**
 * Whether the machine has just stood still, as one that is shared does: then the look itself comes
 * late, and calls that have lasted for so long say nothing about their devices. Not twice in a row,
 * so that a device that hangs is seen where all is late. Test: {@code HostPauseDetectorTest}.
 */
final class HostPauseDetector {
  private final long periodNanos;
  private long dueNanos = Long.MAX_VALUE;
  private boolean hasEnded;

  /**
   * Nothing has been looked at.
   *
   * @param periodNanos from one look to the next
   */
  HostPauseDetector(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  /** Looks; whether the machine has stood still since the last look, for long enough to matter. */
  boolean hasEnded(long nowNanos) {
    boolean isLate =
        dueNanos != Long.MAX_VALUE && nowNanos - dueNanos > ReaderLane.LONGEST_CALL_NANOS;
    hasEnded = isLate && !hasEnded;
    dueNanos = nowNanos + periodNanos;
    return hasEnded;
  }
}
