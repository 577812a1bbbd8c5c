package io.wattune.core.ledger;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What {@code DeviceLedger} remembers of how a device's energy is shared out, beside the activities
 * themselves. One number for each level of activities, where there are several. Mutable, plain
 * fields: the host keeps it; only the ledger writes it.
 */
public final class SharingState {
  /** Nothing has been said of such a time yet. */
  public static final long NEVER = Long.MIN_VALUE;

  /** Start of the minute of the first sample. */
  public long firstNanos = NEVER;

  /** The books there, once it has left the horizon. */
  public @Nullable LedgerPoint origin;

  /** Earliest start of an activity; {@link Long#MAX_VALUE} where there was none. */
  public long[] earliestNanos = filled(Long.MAX_VALUE);

  /** Up to when energy has been settled, once an activity came. */
  public long[] settledNanos = filled(NEVER);

  /** What was left, so far, of the minute that is settled next. */
  public long[] leftMicrojoules = new long[Book.LEVELS];

  public long[] leftRawMicrojoules = new long[Book.LEVELS];
  public double[] leftNanos = new double[Book.LEVELS];

  /**
   * The minute of which the remainder is remembered as it was last put out. Not kept over a
   * restart: it is computed anew then, to the same.
   */
  public transient long[] rememberedMinuteNanos = filled(NEVER);

  /** What that was, and is again with what has become final since. */
  public transient long[] rememberedMicrojoules = new long[Book.LEVELS];

  public transient long[] rememberedRawMicrojoules = new long[Book.LEVELS];
  public transient double[] rememberedNanos = new double[Book.LEVELS];

  /** Sum of all final entries. */
  public long[] postedMicrojoules = new long[Book.LEVELS];

  /** Start of the next minute whose remainders are put out. */
  public long nextToReport = NEVER;

  /** Start of the next minute whose remainders become final. */
  public long nextToFinish = NEVER;

  /** Time that has been shared out anew since it was last reported. */
  public long changedFromNanos = Long.MAX_VALUE;

  public long changedToNanos = NEVER;

  /** Outermost level that it concerns. */
  public int changedLevel = Book.LEVELS;

  /** Whether entries are put out again though they say the same energy. */
  public boolean allAgain;

  /** Event time at which entries are put out next. */
  public long passDueNanos = Long.MAX_VALUE;

  /** Latest end of an entry that was put out. */
  public long putToNanos = NEVER;

  /** Revision of the remainder that is put out next. */
  public int remainderRevision;

  /** Times at which a book and its remainder were not the device's energy: a fault. */
  public long outOfBalance;

  private static long[] filled(long value) {
    long[] values = new long[Book.LEVELS];
    Arrays.fill(values, value);
    return values;
  }

  /** Whether an activity of a level has come. */
  public boolean isOpen(int level) {
    return earliestNanos[level] != Long.MAX_VALUE;
  }

  public boolean isAnyOpen() {
    for (int level = 0; level < Book.LEVELS; level++) {
      if (isOpen(level)) {
        return true;
      }
    }
    return false;
  }
}
