package io.wattune.core.polling;

/**
 * When a sensor may be probed again. What was in vain is tried ever more seldom; for one thread.
 */
final class ProbePause {
  private static final long SECOND = 1_000_000_000L;
  private static final long FIRST_NANOS = 10 * SECOND;
  private static final long LONGEST_NANOS = 3_600 * SECOND;

  /** After too few changes to conclude anything: there may be more soon. */
  private static final long INCONCLUSIVE_NANOS = 5 * SECOND;

  /** What was followed for so long is worth another probe at once. */
  private static final long LONG_NANOS = 2 * SECOND;

  private boolean hasDue;
  private long dueNanos;
  private long nextNanos = FIRST_NANOS;

  boolean isOver(long nowNanos) {
    return !hasDue || nowNanos - dueNanos >= 0;
  }

  /**
   * A probe has found nothing that could be followed.
   *
   * @param isClear whether it saw enough for that to be the sensor's way
   */
  void inVain(long nowNanos, boolean isClear) {
    wait(nowNanos, isClear ? nextNanos : INCONCLUSIVE_NANOS);
    if (isClear) {
      nextNanos = Math.min(LONGEST_NANOS, 2 * nextNanos);
    }
  }

  /** What had been found does not hold any more. */
  void lost(long nowNanos, long followedNanos) {
    if (followedNanos >= LONG_NANOS) {
      nextNanos = FIRST_NANOS;
      wait(nowNanos, SECOND);
    } else {
      inVain(nowNanos, true);
    }
  }

  private void wait(long nowNanos, long pauseNanos) {
    hasDue = true;
    dueNanos = nowNanos + pauseNanos;
  }
}
