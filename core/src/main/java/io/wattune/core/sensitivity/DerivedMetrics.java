package io.wattune.core.sensitivity;

/**
 * Metrics that no counter shows directly (Paul et al. 2015, "Harmonia", equations 1 and 3). Inputs
 * are fractions (0..1), as all counters of Wattune are. Arguments that are not a number give a
 * result that is none. Plain functions; {@code DerivedMetricsTest} shows them.
 *
 * <p>Differs from the source: the paper normalises C-to-M "to 100" without saying how. Here the
 * ratio of eq. 3 is multiplied by 100 and capped there: with the ratio itself no kernel without
 * many registers could reach a high compute sensitivity, which the paper measures for Graph500
 * ({@code Table3Test}).
 */
public final class DerivedMetrics {

  private DerivedMetrics() {}

  /**
   * Share of the memory's peak bandwidth that was used (eq. 1); both bandwidths are over the same
   * interval, so bytes will do.
   */
  public static double icActivity(double readBytes, double writtenBytes, double peakBytes) {
    return (readBytes + writtenBytes) / peakBytes;
  }

  /**
   * Compute-to-memory intensity in percent (eq. 3): {@code 100 VALUBusy * VALUUtilization /
   * MemUnitBusy}, at most 100. A kernel that never uses the memory has 100 where it computes, 0
   * where it does not.
   */
  public static double computeToMemoryPercent(
      double valuBusy, double valuUtilization, double memUnitBusy) {
    if (memUnitBusy == 0 && !Double.isNaN(valuUtilization)) {
      return valuBusy > 0 ? 100 : 100 * valuBusy; // 0 or NaN, as VALUBusy is
    }
    return Math.min(100, 100 * valuBusy * valuUtilization / memUnitBusy);
  }
}
