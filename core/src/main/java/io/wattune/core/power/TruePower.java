package io.wattune.core.power;

import org.jspecify.annotations.Nullable;

/**
 * True power of one device at consecutive samples. All columns have the same length and belong to
 * this record; they are not copied.
 *
 * @param device device id
 * @param signal the signal that was corrected
 * @param revision counts the profiles of this device and signal; for a sample the newest holds
 * @param profileId the sensor profile that was undone
 * @param timesNanos sample times, epoch nanoseconds
 * @param rawMilliwatts what the sensor said
 * @param trueMilliwatts true power, or {@link #NONE}
 * @param errorMilliwatts standard error of the true power, or {@link #NONE}
 * @param qualities code of each sample's {@link io.wattune.core.Quality}
 * @param summary what was done with the whole trace, on the device's last block only
 * @param clockSetBacks how often the device's clock had been set back when the block was made
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record TruePower(
    String device,
    String signal,
    int revision,
    String profileId,
    long[] timesNanos,
    int[] rawMilliwatts,
    int[] trueMilliwatts,
    int[] errorMilliwatts,
    byte[] qualities,
    @Nullable TraceSummary summary,
    int clockSetBacks) {

  /** There is no true power: first sample, or beside a gap. */
  public static final int NONE = Integer.MIN_VALUE;

  /** Number of samples. */
  public int samples() {
    return timesNanos.length;
  }

  /** The same block as the last one of its trace. */
  public TruePower withSummary(TraceSummary whole) {
    return new TruePower(
        device,
        signal,
        revision,
        profileId,
        timesNanos,
        rawMilliwatts,
        trueMilliwatts,
        errorMilliwatts,
        qualities,
        whole,
        clockSetBacks);
  }
}
