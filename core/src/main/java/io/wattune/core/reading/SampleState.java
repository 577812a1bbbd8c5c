package io.wattune.core.reading;

/**
 * What {@link SampleFilter} remembers of one device between polls. Mutable, plain fields: the host
 * keeps it (Flink state, or a field in a test); only the filter writes it.
 */
public final class SampleState {
  /** Number of update intervals that the period is estimated from. */
  static final int INTERVALS = 32;

  /** Whether a poll with a value has been seen. */
  public boolean started;

  /** Time of the newest poll, with or without a value. */
  public long clockNanos = Long.MIN_VALUE;

  /**
   * Time of the poll before, if it was dropped for being far ahead; else {@link Long#MIN_VALUE}.
   */
  public long suspectNanos = Long.MIN_VALUE;

  /** Time of the newest poll that had a value. */
  public long lastPollNanos;

  /** Its value. */
  public int lastPollValue;

  /** Time of the newest sample. */
  public long lastSampleNanos;

  /** Time of the poll that saw it. */
  public long lastSeenNanos;

  /** Typical time between polls; 0 until two have been seen. */
  public long pollNanos;

  /** Time at which the value changed last; {@link Long#MIN_VALUE} until it has. */
  public long lastChangeNanos = Long.MIN_VALUE;

  /** Newest intervals between changes of the value, a ring. */
  public long[] intervals = new long[INTERVALS];

  /** Number of such intervals ever seen. */
  public long intervalsSeen;

  /** Estimated time between two new values; 0 until it is known. */
  public long periodNanos;

  /** Smallest step between two values seen, in the source's unit; 0 until there was one. */
  public int resolution;
}
