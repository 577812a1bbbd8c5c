package io.wattune.core.ledger;

import io.wattune.core.detect.LoadState;

/**
 * What {@code Detection} remembers of one device. Mutable, plain fields: the host keeps it; only
 * the ledger writes it.
 */
public final class DetectionState {
  /** Whether samples are judged. */
  public boolean begun;

  /** Time of the newest sample that was. */
  public long takenNanos = Long.MIN_VALUE;

  /** Samples behind a gap that are still left out, and one. */
  public int settling;

  /** Time of the newest sample, which waits for the one after it; 0 where none does. */
  public long waitingNanos;

  /** Its true power. */
  public double waitingWatts;

  /** Time from the one before it. */
  public long waitingSpacingNanos;

  /** Median time between samples; 0 before the second one. */
  public double spacingNanos;

  public LoadState loads = new LoadState();
}
