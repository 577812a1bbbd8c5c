package io.wattune.collectors.nvml.library;

/**
 * The calls of NVML that Wattune uses; no more. Names, numbers and layouts are of nvml.h, whose
 * interface NVIDIA keeps compatible: what an older driver does not have fails with {@link
 * NvmlCode#FUNCTION_NOT_FOUND}, what a device does not have with {@link NvmlCode#NOT_SUPPORTED}.
 *
 * <p>A device is named by the library's handle, which is worth nothing after the device was lost.
 * Thread safe, as NVML is; buffers belong to the thread that passes them. Any call may take as long
 * as the driver does.
 */
public interface Nvml {
  /** Power averaged over a second on chips that do so: Ampere (not GA100) and newer. */
  int FIELD_POWER_AVERAGE = 185;

  /** Power as the sensor has it now, without that average. */
  int FIELD_POWER_INSTANT = 186;

  /** Total energy in millijoules; the name of drivers that have it by scopes. */
  int FIELD_ENERGY = 191;

  /** Total energy in millijoules, Volta and newer. */
  int FIELD_TOTAL_ENERGY = 83;

  /** Kind of driver samples: power of the board, milliwatts. */
  int SAMPLES_TOTAL_POWER = 0;

  /** Generation of the chip from which core clocks can be locked. */
  int ARCHITECTURE_VOLTA = 5;

  /** Generation of the chip from which memory clocks can be locked. */
  int ARCHITECTURE_AMPERE = 7;

  /** This machine is a guest with a share of a GPU. */
  int VIRTUALIZATION_VGPU = 2;

  /** This machine is the host of guests with shares of the GPU. */
  int VIRTUALIZATION_HOST_VGPU = 3;

  /** Initialises the library; calls are counted, each needs a {@link #shutdown}. */
  void init() throws NvmlException;

  /** Takes one initialisation back. */
  void shutdown();

  /** Version of the driver. */
  String driverVersion() throws NvmlException;

  /** Number of GPUs that may be seen. */
  int deviceCount() throws NvmlException;

  /** Handle of a GPU by its place. */
  long device(int index) throws NvmlException;

  /** Handle of a GPU or MIG slice by its uuid. */
  long device(String uuid) throws NvmlException;

  /** Uuid of a GPU or MIG slice. */
  String uuid(long device) throws NvmlException;

  /** NVIDIA's name of the product. */
  String model(long device) throws NvmlException;

  /** One number; the selector counts only where the number is one of several. */
  long number(long device, NvmlNumber what, int selector) throws NvmlException;

  /** Two numbers. */
  NvmlPair.Numbers pair(long device, NvmlPair what) throws NvmlException;

  /** Handle of a MIG slice by its place; NOT_FOUND where the place is empty. */
  long slice(long device, int index) throws NvmlException;

  /** Asks for fields, with one call. */
  void fields(long device, FieldValues values) throws NvmlException;

  /**
   * Fetches the samples later than a time of the driver's clock; 0 for all that are kept.
   *
   * @return how many came; 0 where there are none
   */
  int samples(long device, int kind, long lastSeenMicros, DriverSamples into) throws NvmlException;

  /** Memory clocks that the device has, megahertz, in any order. */
  int[] memoryClocks(long device) throws NvmlException;

  /** Core clocks that go with a memory clock, megahertz, in any order. */
  int[] coreClocks(long device, int memoryMegahertz) throws NvmlException;

  /** Ids of the processes that compute on the device. */
  int[] computeProcesses(long device) throws NvmlException;

  /** Ids of the processes that draw with the device. */
  int[] graphicsProcesses(long device) throws NvmlException;

  /** Whether the device has GPM metrics. */
  boolean hasGpm(long device) throws NvmlException;

  /** Makes room for a GPM sample. */
  long newGpmSample() throws NvmlException;

  /** Gives the room back. */
  void freeGpmSample(long sample);

  /** Takes a GPM sample of a device. */
  void takeGpmSample(long device, long sample) throws NvmlException;

  /** Works metrics out of two samples of one device, the earlier one first. */
  void gpmMetrics(long earlier, long later, GpmMetrics metrics) throws NvmlException;

  /** Keeps a clock within a range, megahertz, until {@link #unlockClocks} or a driver's reload. */
  void lockClocks(long device, ClockDomain domain, int lowest, int highest) throws NvmlException;

  /** Lets a clock go where the driver likes. */
  void unlockClocks(long device, ClockDomain domain) throws NvmlException;

  /** Sets the power limit, milliwatts. */
  void setPowerLimit(long device, int milliwatts) throws NvmlException;
}
