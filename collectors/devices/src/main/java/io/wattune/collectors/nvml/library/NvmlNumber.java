package io.wattune.collectors.nvml.library;

/** Calls that give one number of a device. */
public enum NvmlNumber {
  /** Milliwatts; which average it is depends on the chip. */
  POWER("power", "DeviceGetPowerUsage", false, false),
  /** Millijoules since the driver was loaded. */
  ENERGY("energy", "DeviceGetTotalEnergyConsumption", false, true),
  /** Megahertz now, of a clock domain. */
  CLOCK("clock", "DeviceGetClockInfo", true, false),
  /** Degrees Celsius, of a sensor (0 is the chip). */
  TEMPERATURE("temperature", "DeviceGetTemperature", true, false),
  /** Bits that say why clocks are not higher. */
  CLOCK_REASONS("reasons", "DeviceGetCurrentClocksEventReasons", false, true) {
    @Override
    public String olderCall() {
      return "DeviceGetCurrentClocksThrottleReasons";
    }
  },
  /** Milliwatts. */
  POWER_LIMIT("limit", "DeviceGetPowerManagementLimit", false, false),
  /** Milliwatts. */
  DEFAULT_POWER_LIMIT("defaultlimit", "DeviceGetPowerManagementDefaultLimit", false, false),
  /** Generation of the chip, see {@link Nvml}. */
  ARCHITECTURE("architecture", "DeviceGetArchitecture", false, false),
  /** Width of the memory's bus in bits. */
  BUS_WIDTH("buswidth", "DeviceGetMemoryBusWidth", false, false),
  /** How the device is virtualised, see {@link Nvml}. */
  VIRTUALIZATION("virtualization", "DeviceGetVirtualizationMode", false, false),
  /** Places for MIG slices, used or not. */
  MOST_SLICES("mostslices", "DeviceGetMaxMigDeviceCount", false, false),
  /** Multiprocessors of a MIG slice: the first of its attributes, which are 40 bytes. */
  SLICE_UNITS("sliceunits", "DeviceGetAttributes_v2", false, false),
  /** 1 where the driver stays loaded while nobody uses the device. */
  PERSISTENCE("persistence", "DeviceGetPersistenceMode", false, false);

  private final String key;
  private final String call;
  private final boolean isSelected;
  private final boolean isLong;

  NvmlNumber(String key, String call, boolean isSelected, boolean isLong) {
    this.key = key;
    this.call = call;
    this.isSelected = isSelected;
    this.isLong = isLong;
  }

  /** Its name in captured-device files. */
  public String key() {
    return key;
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
