package io.wattune.core.loop;

/**
 * How a loop behaves.
 *
 * @param leaseNanos how long settings may stay without another decision
 * @param dwellNanos least time between two changes of one kernel's configuration
 * @param settleNanos evidence that begins sooner than this after a change was applied is discarded
 * @param shortestIntervalNanos evidence of shorter intervals is discarded: an agent that switches
 *     within 15 ms has not had its settings in force for most of them. Shorter invocations of one
 *     kernel that follow each other are put together
 * @param switchingNanos from the start of a kernel to when the hardware has its settings
 * @param mostSwitchingShare where settings would be those of another kernel for more than this
 *     share of the kernels' time, the device keeps its own: what is saved by one kernel is lost by
 *     the next
 * @param shortestRunNanos kernels have configurations of their own only where most of their time is
 *     spent in runs at least this long, of one kernel without another in between; otherwise the
 *     program has one. 0: however short
 * @param stepsPerDecision most rungs that a decision may move a tunable away from its own setting
 */
public record LoopSettings(
    long leaseNanos,
    long dwellNanos,
    long settleNanos,
    long shortestIntervalNanos,
    long switchingNanos,
    double mostSwitchingShare,
    long shortestRunNanos,
    int stepsPerDecision) {

  /** Most kernels that are remembered; the one not seen for longest is dropped. */
  static final int MOST_KERNELS = 64;

  private static final long SECOND = 1_000_000_000L;
  private static final int LEASE_PARTS = 3;

  /**
   * A lease of 10 s renewed after a third, a change each half second at most, settled in 0.1 s. Own
   * settings where kernels with different settings take turns more often than each 0.4 s: of the
   * time in which settings are another kernel's about half is lost on the HD7970 testbed, so that 5
   * % costs what a policy may lose as a whole, 2 %.
   */
  public static final LoopSettings DEFAULT =
      new LoopSettings(10 * SECOND, SECOND / 2, SECOND / 10, SECOND / 20, SECOND / 50, 0.05, 0, 2);

  public LoopSettings {
    if (leaseNanos < LEASE_PARTS) {
      throw new IllegalArgumentException(
          "leaseNanos must be at least %s, was %s".formatted(LEASE_PARTS, leaseNanos));
    }
    if (dwellNanos < 0 || settleNanos < 0 || shortestIntervalNanos < 0) {
      throw new IllegalArgumentException(
          ("dwellNanos, settleNanos and shortestIntervalNanos must not be negative, were "
                  + "%s, %s and %s")
              .formatted(dwellNanos, settleNanos, shortestIntervalNanos));
    }
    if (switchingNanos < 0 || !(mostSwitchingShare >= 0 && mostSwitchingShare <= 1)) {
      throw new IllegalArgumentException(
          "switchingNanos must not be negative and mostSwitchingShare in [0, 1], were %s and %s"
              .formatted(switchingNanos, mostSwitchingShare));
    }
    if (shortestRunNanos < 0) {
      throw new IllegalArgumentException(
          "shortestRunNanos must not be negative, was " + shortestRunNanos);
    }
    if (stepsPerDecision < 1) {
      throw new IllegalArgumentException(
          "stepsPerDecision must be at least 1, was " + stepsPerDecision);
    }
  }

  /** When a lease is renewed, after the one before. */
  public long renewAfterNanos() {
    return leaseNanos / LEASE_PARTS;
  }

  /** The same with leases of this length. */
  public LoopSettings withLease(long newLeaseNanos) {
    return new LoopSettings(
        newLeaseNanos,
        dwellNanos,
        settleNanos,
        shortestIntervalNanos,
        switchingNanos,
        mostSwitchingShare,
        shortestRunNanos,
        stepsPerDecision);
  }

  /**
   * The same where a kernel has a configuration of its own only if it outlasts the dwell time: the
   * settings of a shorter one would be those of the kernel before for too much of it.
   */
  public LoopSettings forKernelsThatOutlastTheDwell() {
    return new LoopSettings(
        leaseNanos,
        dwellNanos,
        settleNanos,
        shortestIntervalNanos,
        switchingNanos,
        mostSwitchingShare,
        dwellNanos,
        stepsPerDecision);
  }
}
