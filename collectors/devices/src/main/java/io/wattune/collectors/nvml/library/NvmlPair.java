package io.wattune.collectors.nvml.library;

/** Calls that give two numbers of a device. */
public enum NvmlPair {
  /** Lowest and highest power limit, milliwatts. */
  POWER_LIMITS("limits", "DeviceGetPowerManagementLimitConstraints"),
  /** Percent of time that a kernel ran, and that memory was read or written. */
  UTILIZATION("utilization", "DeviceGetUtilizationRates"),
  /** MIG mode now, and after the next reset: 1 is on. */
  MIG_MODE("mig", "DeviceGetMigMode");

  private final String key;
  private final String call;

  NvmlPair(String key, String call) {
    this.key = key;
    this.call = call;
  }

  /** Its name in captured-device files. */
  public String key() {
    return key;
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
