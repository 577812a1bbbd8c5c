package io.wattune.core.ledger;

import java.util.Arrays;

/**
 * What {@code ActiveIdle} remembers of one device. Mutable, plain fields: the host keeps it; only
 * the ledger writes it.
 */
public final class IdleState {
  /** End of the latest kernel or request that is final. */
  public long innerEndNanos = SharingState.NEVER;

  /** End of the latest job or process that is final. */
  public long outerEndNanos = SharingState.NEVER;

  /** Start of the newest second that may show active idle. */
  public long secondNanos = SharingState.NEVER;

  /** Its power. */
  public double watts;

  /** Its standard error, without the scale's. */
  public double errorWatts;

  /** End of the work behind which the newest level was found. */
  public long foundAfterNanos = SharingState.NEVER;

  /** The newest levels, oldest first. */
  public double[] levelsWatts = new double[0];

  /** Active idle power; NaN while it is not known. */
  public double activeWatts() {
    int n = levelsWatts.length;
    if (n == 0) {
      return Double.NaN;
    }
    double[] sorted = levelsWatts.clone();
    Arrays.sort(sorted);
    return 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
  }
}
