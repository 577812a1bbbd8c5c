package io.wattune.core.serving;

/**
 * What is known of a server over the time since it was read before, for an objective.
 *
 * @param endNanos when it ended, on the node's clock
 * @param seconds how long it was
 * @param arrived requests that came
 * @param finished requests that were answered
 * @param waiting requests that wait in the end
 * @param open requests that wait or are being served in the end
 * @param lateAtLeast of those that were answered, the ones that were beyond the objective for sure;
 *     a failed one is late, too
 * @param lateAtMost those that may have been
 * @param medianSeconds what half of the latencies do not exceed, at most; infinite where it is not
 *     known
 * @param latencies of those that were answered
 */
public record ServedTime(
    long endNanos,
    double seconds,
    long arrived,
    long finished,
    long waiting,
    long open,
    double lateAtLeast,
    double lateAtMost,
    double medianSeconds,
    LatencyHistogram latencies) {
  /**
   * Of a reading. Without latencies all may have been late; where it does not say how many came, as
   * many as were answered; where it does not say how many wait, none.
   */
  public static ServedTime of(ServingReading reading, double objectiveSeconds) {
    double surely = 0;
    double maybe = 0;
    for (LatencyBucket each : reading.latencies().buckets()) {
      surely += each.lowSeconds() >= objectiveSeconds ? each.requests() : 0;
      maybe += each.highSeconds() > objectiveSeconds ? each.requests() : 0;
    }
    boolean isKnown = !reading.latencies().buckets().isEmpty();
    double failed = reading.failed().orElse(0);
    return new ServedTime(
        reading.endNanos(),
        reading.seconds(),
        reading.arrived().orElse(reading.finished()),
        reading.finished(),
        reading.waiting().orElse(0),
        reading.waiting().orElse(0) + reading.running().orElse(0),
        surely + failed,
        isKnown ? maybe + failed : reading.finished(),
        reading.quantile(0.5).map(LatencyBound::highSeconds).orElse(Double.POSITIVE_INFINITY),
        reading.latencies());
  }
}
