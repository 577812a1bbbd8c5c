package io.wattune.core.ledger;

/**
 * What {@code ClockWatch} and {@code SetBack} remember of one device's clock, where there is
 * anything to remember. Mutable, plain fields: the host keeps it; only the ledger writes it.
 */
public final class ClockState {
  /** Readings in a row that lie before the horizon; 0 while there are none. */
  public long run;

  /** Time of the first of them. */
  public long runFromNanos;

  /** Time of the newest of them. */
  public long runNanos;

  /** Sequence of the newest block that may be of such a row. */
  public long runSequence = -1;

  /** How often the clock was set back. */
  public int steps;

  /** What the clock showed when it was set back last. */
  public long stepFromNanos;

  /** The first reading that was taken after that. */
  public long stepToNanos;

  /** What has been put out with a clock that was ahead lies between here. */
  public long aheadFromNanos = Long.MAX_VALUE;

  /** And here. */
  public long aheadToNanos = Long.MIN_VALUE;

  /** Samples before the clock was set back last. */
  public long samplesBefore;
}
