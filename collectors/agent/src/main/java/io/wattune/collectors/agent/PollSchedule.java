package io.wattune.collectors.agent;

/**
 * Absolute deadlines, {@code start + k x period}: errors of single waits do not add up. A deadline
 * that has passed by more than half a period is missed, and is never made up for: there are no
 * bursts. Pure but for its place; for one thread.
 */
final class PollSchedule {
  private final long startNanos;
  private final long periodNanos;
  private long deadlineNanos;
  private boolean isMoved;

  /** A schedule whose first deadline is its start. */
  PollSchedule(long startNanos, long periodNanos) {
    if (periodNanos < 1) {
      throw new IllegalArgumentException("periodNanos must be above 0, was " + periodNanos);
    }
    this.startNanos = startNanos;
    this.periodNanos = periodNanos;
    this.deadlineNanos = startNanos;
  }

  /** The next deadline, monotonic. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * The deadline has been met: goes on to the next one that can be.
   *
   * @return how many were missed in between
   */
  long advance(long nowNanos) {
    if (isMoved) {
      isMoved = false;
      deadlineNanos = onGrid(deadlineNanos + periodNanos / 4);
    } else {
      deadlineNanos += periodNanos;
    }
    return skipTo(nowNanos - periodNanos / 2);
  }

  /**
   * Another deadline is next. The ones after it are where they would have been, so that devices
   * which are polled together are so again.
   */
  void moveTo(long timeNanos) {
    deadlineNanos = timeNanos;
    isMoved = true;
  }

  /** The first deadline that is not before a time. */
  private long onGrid(long timeNanos) {
    return timeNanos + Math.floorMod(startNanos - timeNanos, periodNanos);
  }

  /**
   * Goes on to the first deadline that is not before a time.
   *
   * @return how many were passed over
   */
  long skipTo(long timeNanos) {
    long behind = timeNanos - deadlineNanos;
    if (behind <= 0) {
      return 0;
    }
    long passed = (behind + periodNanos - 1) / periodNanos;
    deadlineNanos += passed * periodNanos;
    return passed;
  }
}
