package io.wattune.collectors.writer;

/**
 * Counts switches between configurations, and says when to report them: the first at once, those of
 * the next second together with the one that follows, or after two seconds where none does, each
 * report with how many it stands for. So 100 switches a second are one record a second, and none is
 * uncounted.
 */
final class SwitchCount {
  private static final long PERIOD_NANOS = 1_000_000_000L;

  private long switches;
  private long nextReportNanos;
  private boolean hasReported;

  void add() {
    switches++;
  }

  /** Whether a switch that is counted now is reported at once. */
  boolean isDue(long monotonicNanos) {
    return isDue(monotonicNanos, 0);
  }

  /** Whether switches have waited for another one to be reported with, and none has come. */
  boolean isOverdue(long monotonicNanos) {
    return isDue(monotonicNanos, PERIOD_NANOS);
  }

  private boolean isDue(long monotonicNanos, long moreNanos) {
    return switches > 0 && (!hasReported || monotonicNanos - nextReportNanos >= moreNanos);
  }

  /** Switches since the last report; counting begins anew. */
  long take(long monotonicNanos) {
    long taken = switches;
    switches = 0;
    hasReported = true;
    nextReportNanos = monotonicNanos + PERIOD_NANOS;
    return taken;
  }

  boolean isEmpty() {
    return switches == 0;
  }
}
