package io.wattune.core.serving;

/**
 * Requests whose latency lies within two bounds.
 *
 * @param lowSeconds they took longer than this, or 0
 * @param highSeconds they took no longer than this; infinite for those beyond the last bound
 * @param requests how many, at least 1
 */
public record LatencyBucket(double lowSeconds, double highSeconds, long requests) {
  public LatencyBucket {
    check(lowSeconds, highSeconds);
    if (requests < 1) {
      throw new IllegalArgumentException("a bucket has at least one request, had " + requests);
    }
  }

  static void check(double lowSeconds, double highSeconds) {
    if (!(lowSeconds >= 0 && Double.isFinite(lowSeconds) && highSeconds >= lowSeconds)) {
      throw new IllegalArgumentException(
          "a latency is from 0 on and its bounds ascend, were " + lowSeconds + ", " + highSeconds);
    }
  }
}
