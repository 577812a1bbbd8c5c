package io.wattune.core.reading;

/**
 * A reading whose value is new, with the interval in which it came about. Mutable: {@link
 * SampleFilter} fills one again and again.
 */
public final class Sample {
  /**
   * When the value came about, as well as it can be said: epoch nanoseconds, whole microseconds.
   */
  public long timeNanos;

  /** The value, in the source's unit. */
  public int value;

  /** Time of the poll before, which did not have the value yet. */
  public long fromNanos;

  /** Time of the poll that saw it. */
  public long toNanos;

  /** How the time since the sample before was seen. */
  public Spacing spacing = Spacing.SEEN;
}
