package io.wattune.collectors.nvml.library;

/** Clocks that can be locked. */
public enum ClockDomain {
  CORE("core", 0, "DeviceSetGpuLockedClocks", "DeviceResetGpuLockedClocks"),
  MEMORY("memory", 2, "DeviceSetMemoryLockedClocks", "DeviceResetMemoryLockedClocks");

  private final String key;
  private final int type;
  private final String lockCall;
  private final String resetCall;

  ClockDomain(String key, int type, String lockCall, String resetCall) {
    this.key = key;
    this.type = type;
    this.lockCall = lockCall;
    this.resetCall = resetCall;
  }

  /** Its name in captured-device files. */
  public String key() {
    return key;
  }

  /** nvml.h's number of the clock. */
  public int type() {
    return type;
  }

  /** The call that locks it, without the prefix {@code nvml}. */
  public String lockCall() {
    return lockCall;
  }

  /** The call that unlocks it, without the prefix {@code nvml}. */
  public String resetCall() {
    return resetCall;
  }
}
