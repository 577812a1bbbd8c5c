package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One invocation of a kernel.
 *
 * @param rate delivered work per second
 * @param endNanos its end, on the device's clock
 * @param bins the bin of the kernel's sensitivity to each tunable, as last reported; a tunable
 *     without a report is absent
 * @param valuBusy share of time that the vector ALUs were busy, 0..1; empty where not counted
 * @param watts true power while it ran; empty where not known
 */
public record Evidence(
    double rate,
    long endNanos,
    Map<String, SensitivityBin> bins,
    OptionalDouble valuBusy,
    OptionalDouble watts) {

  public Evidence {
    bins = Map.copyOf(bins);
    if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("rate must be finite and not negative, was " + rate);
    }
  }

  /** Of an invocation of which nothing but the rate is known. */
  public static Evidence ofRate(double rate, long endNanos) {
    return new Evidence(rate, endNanos, Map.of(), OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** The same with these bins. */
  public Evidence withBins(Map<String, SensitivityBin> others) {
    return new Evidence(rate, endNanos, others, valuBusy, watts);
  }

  /** Whether the kernel's sensitivity to a tunable is in the bin HIGH. */
  boolean isSensitive(String tunable) {
    return bins.get(tunable) == SensitivityBin.HIGH;
  }
}
