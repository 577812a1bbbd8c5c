package io.wattune.core.ledger;

/**
 * What {@code Smoothing} remembers of one device. Mutable, plain fields: the host keeps it; only
 * that class writes it.
 */
public final class SmoothedState {
  /** There is no slice yet. */
  public static final long NONE = Long.MIN_VALUE;

  /** The next slice to be put out for the first time. */
  public long nextSlice = NONE;

  /** Slices to be put out again, ascending, each once. */
  public long[] again = new long[0];

  /** Revision of a slice that is put out for the first time. */
  public int firstRevision;

  /** The newest revision. */
  public int revision;

  /** Clock time at which something falls due. */
  public long dueNanos = NONE;
}
