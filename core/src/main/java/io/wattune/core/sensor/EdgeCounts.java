package io.wattune.core.sensor;

/**
 * What the rising edges of a trace showed.
 *
 * @param samples samples of the sensor
 * @param edges rising edges out of a flat stretch that were looked at
 * @param lags edges that are a lag by themselves
 * @param ramps edges that are a long boxcar's ramp by themselves
 * @param pooled short edges that were weighed together
 * @param odd short edges that no response fits, old ones fading
 * @param falls falls out of a flat stretch
 */
public record EdgeCounts(
    long samples, long edges, long lags, long ramps, long pooled, long odd, long falls) {

  /** In one sentence, for people. */
  public String sentence() {
    return ("%s rising edges out of a flat stretch in %s samples: %s show a lag by "
            + "themselves, %s a long boxcar's ramp, %s are short and were weighed together, %s "
            + "short ones fit nothing")
        .formatted(edges, samples, lags, ramps, pooled, odd);
  }
}
