package io.wattune.collectors.writer;

/**
 * Counts switches between configurations, and says when to report them: the first at once, those of
 * the next second together, each report with how many it stands for. So 100 switches a second are
 * one record a second, and none is uncounted.
 */
final class SwitchCount {
  private static final long PERIOD_NANOS = 1_000_000_000L;

  private long switches;
  private long nextReportNanos;
  private boolean hasReported;

  void add() {
    switches++;
  }

  boolean isDue(long monotonicNanos) {
    return switches > 0 && (!hasReported || monotonicNanos - nextReportNanos >= 0);
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
