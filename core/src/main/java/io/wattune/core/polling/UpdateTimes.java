package io.wattune.core.polling;

/**
 * When a sensor updates, as far as its changes show: between which two times the newest known
 * update was, and how long the period is at least and at most.
 *
 * <p>Each change, between two polls, narrows the bounds where it says more than was known. Counted
 * on from there, the bounds of later updates widen: by what the period may be off, for each update,
 * and by the sensor's jitter, a part of which adds up as a random walk does. The period is bounded
 * by the bounds of two updates that lie far apart. Nothing is taken for better known because polls
 * agree with what they were planned by.
 *
 * <p>Pure but for what it remembers; times are monotonic nanoseconds. Test: {@code
 * UpdateTimesTest}.
 */
final class UpdateTimes {
  /** By how much an update may come beside its comb, unless more is known. */
  static final long LEAST_JITTER_NANOS = 200_000L;

  /** By how much at most: sensors that are worse have no comb to speak of. */
  static final long MOST_JITTER_NANOS = 800_000L;

  /** What of the jitter adds up from update to update, as a random walk does. */
  private static final double WALK = 0.25;

  /** Two clocks, each tens of parts in a million off and warming up, with a wide margin. */
  private static final double LEAST_ERROR = 2e-4;

  /** Updates after which the period is bounded from a newer one on: clocks are not for ever. */
  private static final int FARTHEST = 4096;

  private static final int NO_SINGLE = 64;

  private final long jitterNanos;
  private double periodNanos;
  private double errorNanos;
  private long earliestNanos;
  private long latestNanos;
  private long lastSeen;
  private long firstEarliestNanos;
  private long firstLatestNanos;
  private long sinceFirst;
  private int withoutSingle;

  /**
   * Begins with a change between two times.
   *
   * @param periodNanos time from one update to the next
   * @param error what it may be off, as a share
   * @param jitterNanos by how much an update may come beside its comb
   */
  UpdateTimes(double periodNanos, double error, long jitterNanos, long fromNanos, long toNanos) {
    this.jitterNanos = jitterNanos;
    this.periodNanos = periodNanos;
    this.errorNanos = error * periodNanos;
    this.earliestNanos = fromNanos;
    this.latestNanos = toNanos;
    this.firstEarliestNanos = fromNanos;
    this.firstLatestNanos = toNanos;
  }

  double periodNanos() {
    return periodNanos;
  }

  /**
   * An update came about between two times.
   *
   * @return whether it could: one that could not is forgotten
   */
  boolean changed(long fromNanos, long toNanos) {
    long updates = updatesUntil(fromNanos + (toNanos - fromNanos) / 2);
    long from = Math.max(fromNanos, earliest(updates));
    long to = Math.min(toNanos, latest(updates));
    if (updates <= lastSeen || from > to) {
      return false;
    }
    boolean saysMore = from == fromNanos || to == toNanos;
    if (saysMore && !boundPeriod(from, to, sinceFirst + updates)) {
      return false;
    }
    withoutSingle = updates - lastSeen == 1 ? 0 : withoutSingle + 1;
    lastSeen = updates;
    if (saysMore) {
      begin(from, to, updates);
    }
    return true;
  }

  private void begin(long fromNanos, long toNanos, long updates) {
    earliestNanos = fromNanos;
    latestNanos = toNanos;
    lastSeen = 0;
    sinceFirst += updates;
    if (sinceFirst >= FARTHEST) {
      firstEarliestNanos = fromNanos;
      firstLatestNanos = toNanos;
      sinceFirst = 0;
    }
  }

  /**
   * The period lies between the least and the most time from the first update's bounds to these.
   *
   * @return whether that agrees with what was known
   */
  private boolean boundPeriod(long fromNanos, long toNanos, long updates) {
    double jitter = 2 * jitterNanos * (1 + WALK * Math.sqrt((double) updates));
    double least = (fromNanos - firstLatestNanos - jitter) / updates;
    double most = (toNanos - firstEarliestNanos + jitter) / updates;
    double low = Math.max(least, periodNanos - errorNanos);
    double high = Math.min(most, periodNanos + errorNanos);
    if (low > high) {
      return false;
    }
    periodNanos = (low + high) / 2;
    errorNanos = Math.max((high - low) / 2, LEAST_ERROR * periodNanos);
    return true;
  }

  /**
   * Whether of many changes none came one period after the change before: the sensor has become
   * slower, by a whole number, which contradicts nothing.
   */
  boolean isSlower() {
    return withoutSingle >= NO_SINGLE;
  }

  /** Number of the update that is nearest to a time, counted on from the newest known one. */
  long updatesUntil(long timeNanos) {
    return Math.round((timeNanos - middle()) / periodNanos);
  }

  private double middle() {
    return earliestNanos + (latestNanos - earliestNanos) / 2.0;
  }

  private double slack(long updates) {
    long n = Math.abs(updates);
    return n * errorNanos + jitterNanos * (1 + WALK * Math.sqrt((double) n));
  }

  /** Before this the update with a number does not come. */
  long earliest(long updates) {
    return Math.round(earliestNanos + updates * periodNanos - slack(updates));
  }

  /** After this the update with a number has come. */
  long latest(long updates) {
    return Math.round(latestNanos + updates * periodNanos + slack(updates));
  }

  /** In the middle of an update's bounds. */
  long middle(long updates) {
    return Math.round(middle() + updates * periodNanos);
  }

  /** Distance of an update's bounds. */
  long width(long updates) {
    return latest(updates) - earliest(updates);
  }
}
