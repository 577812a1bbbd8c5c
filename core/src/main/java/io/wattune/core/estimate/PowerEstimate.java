package io.wattune.core.estimate;

/**
 * True power at some times. All columns have one length, belong to the estimate and are not copied.
 *
 * @param seconds times, ascending
 * @param watts power
 * @param variances its variances, in W^2
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record PowerEstimate(double[] seconds, double[] watts, double[] variances) {

  /** Number of times. */
  public int size() {
    return seconds.length;
  }
}
