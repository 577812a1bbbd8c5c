package io.wattune.core.serving;

/**
 * Between which seconds a quantile of latency lies: all that a histogram says of it.
 *
 * @param quantile which part of the requests took no longer, 0 to 1
 * @param lowSeconds no less than this
 * @param highSeconds no more than this; infinite where it is longer than the last bound
 */
public record LatencyBound(double quantile, double lowSeconds, double highSeconds) {
  public LatencyBound {
    if (!(quantile > 0 && quantile <= 1)) {
      throw new IllegalArgumentException("a quantile is above 0 and at most 1, was " + quantile);
    }
    LatencyBucket.check(lowSeconds, highSeconds);
  }
}
