package io.wattune.replay.report;

import io.wattune.core.power.TruePower;

/**
 * True power of one device over a whole trace, sample by sample, newest revision only. All columns
 * have the same length and belong to this record; they are not copied.
 *
 * @param timesNanos sample times, epoch nanoseconds, strictly increasing
 * @param rawMilliwatts what the sensor said
 * @param trueMilliwatts true power, or {@link TruePower#NONE}
 * @param errorMilliwatts standard error of the true power, or {@link TruePower#NONE}
 * @param qualities ordinal of each sample's {@link io.wattune.core.Quality}
 */
@SuppressWarnings("ArrayRecordComponent") // Columns: compared by nobody, read by every loop.
public record TrueTrace(
    long[] timesNanos,
    int[] rawMilliwatts,
    int[] trueMilliwatts,
    int[] errorMilliwatts,
    byte[] qualities) {

  /** No sample. */
  public static final TrueTrace NONE =
      new TrueTrace(new long[0], new int[0], new int[0], new int[0], new byte[0]);

  /** Number of samples. */
  public int samples() {
    return timesNanos.length;
  }
}
