package io.wattune.core.reading;

import org.jspecify.annotations.Nullable;

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
 * @param energy what the device's own energy counter said at the same polls; null where it was not
 *     read
 * @param model the device's model, as its driver says it; empty where this block does not name it
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record PollBlock(
    String device,
    long sequence,
    String signal,
    PowerUnit unit,
    long[] timesNanos,
    int[] values,
    boolean endOfTrace,
    @Nullable EnergyColumn energy,
    String model) {

  /** The source gave no reading. Never zero. */
  public static final int MISSING = Integer.MIN_VALUE;

  public PollBlock {
    if (timesNanos.length != values.length) {
      throw new IllegalArgumentException(
          "a block needs one value for each time, had %s times and %s values"
              .formatted(timesNanos.length, values.length));
    }
    if (energy != null && energy.values().length != timesNanos.length) {
      throw new IllegalArgumentException(
          "a block needs one energy for each time, had %s times and %s energies"
              .formatted(timesNanos.length, energy.values().length));
    }
  }

  /** A block of polls of power alone that does not name the device's model. */
  public PollBlock(
      String device,
      long sequence,
      String signal,
      PowerUnit unit,
      long[] timesNanos,
      int[] values,
      boolean endOfTrace) {
    this(device, sequence, signal, unit, timesNanos, values, endOfTrace, null, "");
  }

  /** The same block, naming the device's model. */
  public PollBlock named(String itsModel) {
    return new PollBlock(
        device, sequence, signal, unit, timesNanos, values, endOfTrace, energy, itsModel);
  }

  /** Number of polls. */
  public int polls() {
    return values.length;
  }
}
