package io.wattune.testbed;

/**
 * One kernel at constant power.
 *
 * @param name what ran
 * @param startNanos epoch nanoseconds
 * @param durationNanos above 0
 * @param watts true power of the whole card while it runs
 */
public record KernelRun(String name, long startNanos, long durationNanos, double watts) {
  public KernelRun {
    if (durationNanos <= 0) {
      throw new IllegalArgumentException(
          "kernel '" + name + "' must last longer than 0 ns, was " + durationNanos);
    }
  }

  /** Epoch nanoseconds of the end. */
  public long endNanos() {
    return startNanos + durationNanos;
  }
}
