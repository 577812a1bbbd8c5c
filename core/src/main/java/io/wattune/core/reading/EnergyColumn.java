package io.wattune.core.reading;

/**
 * What a device's own energy counter said at the polls of a block.
 *
 * @param signal the source's name of the signal
 * @param unit unit of {@code values}
 * @param values what was answered, in {@code unit}, or {@link #MISSING}; one for each poll; owned
 *     by the block, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record EnergyColumn(String signal, EnergyUnit unit, long[] values) {

  /** The source gave no reading. Never zero. */
  public static final long MISSING = Long.MIN_VALUE;
}
