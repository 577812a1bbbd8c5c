package io.wattune.collectors.nvml.library;

/** Calls that give one number of a device. */
public enum NvmlNumber {
  /** Milliwatts; which average it is depends on the chip. */
  POWER("DeviceGetPowerUsage", false, false),
  /** Millijoules since the driver was loaded. */
  ENERGY("DeviceGetTotalEnergyConsumption", false, true),
  /** Megahertz now, of a clock domain. */
  CLOCK("DeviceGetClockInfo", true, false),
  /** Degrees Celsius, of a sensor (0 is the chip). */
  TEMPERATURE("DeviceGetTemperature", true, false),
  /** Bits that say why clocks are not higher. */
  CLOCK_REASONS("DeviceGetCurrentClocksEventReasons", false, true) {
    @Override
    public String olderCall() {
      return "DeviceGetCurrentClocksThrottleReasons";
    }
  },
  /** Milliwatts. */
  POWER_LIMIT("DeviceGetPowerManagementLimit", false, false),
  /** Milliwatts. */
  DEFAULT_POWER_LIMIT("DeviceGetPowerManagementDefaultLimit", false, false),
  /** Generation of the chip, see {@link Nvml}. */
  ARCHITECTURE("DeviceGetArchitecture", false, false),
  /** Width of the memory's bus in bits. */
  BUS_WIDTH("DeviceGetMemoryBusWidth", false, false),
  /** How the device is virtualised, see {@link Nvml}. */
  VIRTUALIZATION("DeviceGetVirtualizationMode", false, false),
  /** Places for MIG slices, used or not. */
  MOST_SLICES("DeviceGetMaxMigDeviceCount", false, false),
  /** Multiprocessors of a MIG slice: the first of its attributes, which are 40 bytes. */
  SLICE_UNITS("DeviceGetAttributes_v2", false, false),
  /** 1 where the driver stays loaded while nobody uses the device. */
  PERSISTENCE("DeviceGetPersistenceMode", false, false);

  private final String call;
  private final boolean isSelected;
  private final boolean isLong;

  NvmlNumber(String call, boolean isSelected, boolean isLong) {
    this.call = call;
    this.isSelected = isSelected;
    this.isLong = isLong;
  }

  /** The call's name in nvml.h, without the prefix {@code nvml}. */
  public String call() {
    return call;
  }

  /** The name that older drivers have for the call. */
  public String olderCall() {
    return call;
  }

  /** Whether the call takes a number that says which one. */
  public boolean isSelected() {
    return isSelected;
  }

  /** Whether the number has 64 bits. */
  public boolean isLong() {
    return isLong;
  }
}
