package io.wattune.collectors.nvml.library;

/** Calls that give two numbers of a device. */
public enum NvmlPair {
  /** Lowest and highest power limit, milliwatts. */
  POWER_LIMITS("DeviceGetPowerManagementLimitConstraints"),
  /** Percent of time that a kernel ran, and that memory was read or written. */
  UTILIZATION("DeviceGetUtilizationRates"),
  /** MIG mode now, and after the next reset: 1 is on. */
  MIG_MODE("DeviceGetMigMode");

  private final String call;

  NvmlPair(String call) {
    this.call = call;
  }

  /** The call's name in nvml.h, without the prefix {@code nvml}. */
  public String call() {
    return call;
  }

  /**
   * What such a call gives.
   *
   * @param first the first number
   * @param second the second
   */
  public record Numbers(int first, int second) {}
}
