package io.wattune.core.fleet;

/**
 * Event time as a node's own clock shows it, guessed while nothing comes: the newest time that its
 * devices have reported, plus the time that the reader's clock has moved on since. A node whose
 * clock is wrong so makes no device of another node stale, and a node that is silent grows old.
 *
 * @param newestNanos newest event time, epoch nanoseconds of the node's clock; 0 before any
 * @param readMillis when it was read, epoch milliseconds of the reader's clock
 */
public record NodeTime(long newestNanos, long readMillis) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** What a broken clock shows beyond leaves no room to count on: the year 2116. */
  private static final long LATEST_NANOS = Long.MAX_VALUE / 2;

  /** Nothing has come yet. */
  public static final NodeTime NONE = new NodeTime(0, 0);

  /** A device has reported an event time. */
  public NodeTime heard(long eventNanos, long nowMillis) {
    return eventNanos > newestNanos ? new NodeTime(eventNanos, nowMillis) : this;
  }

  /** The node's clock was set back, as a device's readings show. */
  public NodeTime setBack(long eventNanos, long nowMillis) {
    return new NodeTime(eventNanos, nowMillis);
  }

  /** What the node's clock shows now. A reader's clock that goes back stops it for so long. */
  public long atNanos(long nowMillis) {
    long passedNanos = Math.max(0, nowMillis - readMillis) * NANOS_PER_MILLI;
    return newestNanos == 0 ? 0 : Math.min(newestNanos, LATEST_NANOS) + passedNanos;
  }
}
