package io.wattune.control;

/**
 * The epochs of one task's claims. Each is above all that the task's store has ever held, and where
 * the clock allows it is the time in milliseconds, so that it is above those of a controller whose
 * store was lost, too. A clock that goes back makes them grow by one only. Not thread-safe; one for
 * each task.
 */
final class Epochs {
  /** The year 2262 in milliseconds; what is above has not been made here, and leaves no room. */
  private static final long HIGHEST = Long.MAX_VALUE / 1_000_000;

  private long newest;

  /** An epoch that has been claimed in an earlier life, or by somebody else. */
  void seen(long epoch) {
    if (epoch <= HIGHEST) {
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
