package io.wattune.collectors.run;

/**
 * How far a command has come by its progress lines.
 *
 * @param sinceNanos epoch nanoseconds since when it is counted without a break
 * @param untilNanos epoch nanoseconds of the newest line that was counted
 * @param work done in between
 */
record ProgressReport(long sinceNanos, long untilNanos, double work) {

  /** Counting begins. */
  static ProgressReport begin(long nowNanos) {
    return new ProgressReport(nowNanos, nowNanos, 0);
  }

  /** So much more was done. */
  ProgressReport plus(double more, long nowNanos) {
    return new ProgressReport(sinceNanos, Math.max(untilNanos, nowNanos), work + more);
  }
}
