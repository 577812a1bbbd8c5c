package io.wattune.collectors.process;

/**
 * A stretch of time in which a process reports what it does itself.
 *
 * @param fromNanos start of its first activity, epoch nanoseconds
 * @param toNanos end of its last one; {@link Long#MAX_VALUE} while one is open
 */
record ReportedTime(long fromNanos, long toNanos) {
  boolean isOpen() {
    return toNanos == Long.MAX_VALUE;
  }
}
