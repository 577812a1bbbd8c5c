package io.wattune.core.reading;

/**
 * Consecutive polls of one device's power signal.
 *
 * @param device device id, {@code <node>/<vendor uuid>}
 * @param sequence number of the block among the device's blocks, from 0
 * @param signal the source's name of the signal
 * @param unit unit of {@code values}
 * @param timesNanos when each poll was asked: epoch nanoseconds, whole microseconds; owned by the
 *     block, not copied
 * @param values what was answered, in {@code unit}, or {@link #MISSING}; same length as {@code
 *     timesNanos}; owned by the block, not copied
 * @param endOfTrace nothing of this device follows
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record PollBlock(
    String device,
    long sequence,
    String signal,
    PowerUnit unit,
    long[] timesNanos,
    int[] values,
    boolean endOfTrace) {

  /** The source gave no reading. Never zero. */
  public static final int MISSING = Integer.MIN_VALUE;

  public PollBlock {
    if (timesNanos.length != values.length) {
      throw new IllegalArgumentException(
          "a block needs one value for each time, had "
              + timesNanos.length
              + " times and "
              + values.length
              + " values");
    }
  }

  /** Number of polls. */
  public int polls() {
    return values.length;
  }
}
