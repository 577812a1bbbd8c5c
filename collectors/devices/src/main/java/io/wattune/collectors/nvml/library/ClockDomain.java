package io.wattune.collectors.nvml.library;

/** Clocks that can be locked. */
public enum ClockDomain {
  CORE(0, "DeviceSetGpuLockedClocks", "DeviceResetGpuLockedClocks"),
  MEMORY(2, "DeviceSetMemoryLockedClocks", "DeviceResetMemoryLockedClocks");

  private final int type;
  private final String lockCall;
  private final String resetCall;

  ClockDomain(int type, String lockCall, String resetCall) {
    this.type = type;
    this.lockCall = lockCall;
    this.resetCall = resetCall;
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
