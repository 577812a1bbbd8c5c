package io.wattune.core.saving;

/**
 * How savings are judged.
 *
 * @param settleNanos an invocation that comes nearer than this to a change of its settings counts
 *     neither as one of the own settings nor as one of others
 * @param shortestNanos a shorter invocation counts only while all have the same settings, or where
 *     its own were read back for all of it: an agent that switches within 15 ms has had those of a
 *     neighbour in force for too much of it
 * @param leastReferences with fewer invocations at own settings nothing is compared
 * @param keepNanos how long after its end an invocation may still change, on the device's clock
 * @param longestLeaseNanos nothing that was set before the first record was read is in force for
 *     longer
 * @param mostKernels kernels of a device, beyond which they are not compared
 */
public record SavingSettings(
    long settleNanos,
    long shortestNanos,
    int leastReferences,
    long keepNanos,
    long longestLeaseNanos,
    int mostKernels) {
  private static final long SECOND = 1_000_000_000L;

  /** As the loop of a device; a revision comes within the ledger's horizon of ten minutes. */
  public static final SavingSettings DEFAULT =
      new SavingSettings(SECOND / 10, SECOND / 20, 3, 900 * SECOND, 60 * SECOND, 256);

  public SavingSettings {
    if (settleNanos < 0 || shortestNanos < 0 || keepNanos < 0 || longestLeaseNanos < 0) {
      throw new IllegalArgumentException(
          "times must not be negative, were %s, %s, %s and %s"
              .formatted(settleNanos, shortestNanos, keepNanos, longestLeaseNanos));
    }
    if (leastReferences < 3 || mostKernels < 1) {
      throw new IllegalArgumentException(
          "leastReferences must be at least 3 and mostKernels at least 1, were %s and %s"
              .formatted(leastReferences, mostKernels));
    }
  }
}
