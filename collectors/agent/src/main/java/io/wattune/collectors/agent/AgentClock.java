package io.wattune.collectors.agent;

/**
 * Event time of a node: the wall clock at one moment, the anchor, and monotonic progress since. So
 * the distance of two polls is true whatever happens to the wall clock between them.
 *
 * <p>From time to time the wall clock is looked at. A small difference (the clocks' rates differ,
 * or somebody slews one) is followed by at most {@value #MOST_SLEW_NANOS} ns each time. A
 * difference of more than {@value #STEP_NANOS} ns is a step: the anchor is set again at once, and
 * the step is counted and reported. A machine that slept looks like a step forward.
 *
 * <p>What readers downstream see: after a step forward a gap as long as the step, as if the device
 * had not been asked. After a step back readings whose times they have had: the ledger drops them,
 * counted as out of order, until the time before the step has been passed, or, where that would
 * take longer than its horizon, until it is sure that the clock was set back. The times on the
 * topic are what the node's clock said.
 *
 * <p>Thread safe.
 */
public final class AgentClock {
  /** A tenth of a second: more than slewing and scheduling do between two looks. */
  static final long STEP_NANOS = 100_000_000L;

  static final long MOST_SLEW_NANOS = 100_000L;

  /** What two looks may differ by on a busy machine though the clocks agree. */
  static final long NOISE_NANOS = 1_000_000L;

  /** Both clocks must be read within this time for the difference to mean something. */
  private static final long LONGEST_LOOK_NANOS = 1_000_000L;

  private static final int TRIES = 10;

  private final TimeSource time;
  private volatile long offsetNanos;

  /** A clock whose anchor is now. */
  public AgentClock(TimeSource time) {
    this.time = time;
    this.offsetNanos = wallMinusMonotonic();
  }

  /** A clock of this machine. */
  public static AgentClock system() {
    return new AgentClock(TimeSource.SYSTEM);
  }

  /** Event time now, epoch nanoseconds. */
  public long epochNanos() {
    return time.monotonicNanos() + offsetNanos;
  }

  /** Event time of a moment of {@link #monotonicNanos}. */
  public long epochNanos(long monotonicNanos) {
    return monotonicNanos + offsetNanos;
  }

  /** Monotonic time now. */
  public long monotonicNanos() {
    return time.monotonicNanos();
  }

  /**
   * Compares with the wall clock and follows it. For one thread.
   *
   * @return by how much the wall clock was stepped, in nanoseconds; 0 where it was not
   */
  long look() {
    long before = offsetNanos;
    long difference = wallMinusMonotonic() - before;
    if (Math.abs(difference) > STEP_NANOS) {
      offsetNanos = before + difference;
      return difference;
    }
    if (Math.abs(difference) > NOISE_NANOS) {
      offsetNanos = before + Math.max(-MOST_SLEW_NANOS, Math.min(MOST_SLEW_NANOS, difference));
    }
    return 0;
  }

  /** Read again where the thread was held up between the two clocks; the quickest look counts. */
  private long wallMinusMonotonic() {
    long quickest = Long.MAX_VALUE;
    long result = 0;
    for (int i = 0; i < TRIES && quickest > LONGEST_LOOK_NANOS; i++) {
      long before = time.monotonicNanos();
      long wall = time.wallNanos();
      long took = time.monotonicNanos() - before;
      if (took < quickest) {
        quickest = took;
        result = wall - before - took / 2;
      }
    }
    return result;
  }
}
