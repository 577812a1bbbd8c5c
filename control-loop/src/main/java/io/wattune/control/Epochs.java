package io.wattune.control;

/**
 * The epochs of one task's claims. Each is above all that the task's store has ever held, and where
 * the clock allows it is the time in milliseconds, so that it is above those of a controller whose
 * store was lost, too. A clock that goes back makes them grow by one only. Not thread-safe; one for
 * each task.
 */
final class Epochs {
  /**
   * What is more than a day ahead of this clock is nobody's epoch: whoever went one above it would
   * be refused by every node, and by those that believed it nobody else would be obeyed again. A
   * day leaves room for clocks that differ by their zone.
   */
  private static final long MOST_AHEAD_MILLIS = 86_400_000L;

  private long newest;

  /** Whether an epoch may be that of a controller. */
  static boolean isCredible(long epoch, long nowMillis) {
    return epoch <= nowMillis + MOST_AHEAD_MILLIS;
  }

  /** An epoch that has been claimed in an earlier life, or by somebody else. */
  void seen(long epoch, long nowMillis) {
    if (isCredible(epoch, nowMillis)) {
      newest = Math.max(newest, epoch);
    }
  }

  /**
   * The epoch of a new claim.
   *
   * @param nowMillis the controller's clock
   */
  long next(long nowMillis) {
    newest = Math.max(newest + 1, nowMillis);
    return newest;
  }
}
