package io.wattune.core.serving;

/** When a server was heard of last, on the device's clock, and how often it is. */
final class Hearing {
  private static final long SECOND = 1_000_000_000L;
  static final long SILENT_NANOS = 3 * SECOND;

  /** One that is read less often may be silent for as many of its intervals, within this. */
  private static final int SILENT_INTERVALS = 4;

  private static final long LONGEST_SILENT_NANOS = 15 * SECOND;

  private long heardNanos = Long.MIN_VALUE;
  private double seconds;

  /**
   * It was read.
   *
   * @param intervalSeconds over how long
   */
  void heard(long nowNanos, double intervalSeconds) {
    heardNanos = nowNanos;
    seconds = intervalSeconds;
  }

  /** Whether nothing has come for longer than is usual. */
  boolean isSilentAt(long nowNanos) {
    double usual = SILENT_INTERVALS * seconds * SECOND;
    long limit = Math.max(SILENT_NANOS, Math.min(LONGEST_SILENT_NANOS, (long) usual));
    return heardNanos != Long.MIN_VALUE && nowNanos - heardNanos > limit;
  }

  /** Whether nothing has come for so long that it may be gone for good. */
  boolean isGoneAt(long nowNanos) {
    return heardNanos != Long.MIN_VALUE && nowNanos - heardNanos > HoldOff.LONGEST_NANOS;
  }
}
