package io.wattune.collectors.nvml.library;

/**
 * What NVML's calls return, by number: those that something can be done about. The numbers are of
 * nvml.h and never change.
 */
public enum NvmlCode {
  SUCCESS(0, "succeeded", ""),
  UNINITIALIZED(1, "the library is not initialised", "the driver was reloaded; it is tried again"),
  INVALID_ARGUMENT(2, "an argument is refused", "the device does not take this value"),
  NOT_SUPPORTED(3, "this device does not support it", "nothing can be done"),
  NO_PERMISSION(
      4,
      "no permission",
      "settings need root (or, in a container, root and the driver's utility capability); reading"
          + " needs the device files /dev/nvidia*"),
  NOT_FOUND(6, "nothing was found", "look at nvidia-smi -L for the devices of this machine"),
  INSUFFICIENT_SIZE(7, "there is more than was asked for", "it is tried again"),
  INSUFFICIENT_POWER(
      8, "an external power cable is not plugged", "check the card's power connectors"),
  DRIVER_NOT_LOADED(9, "the driver is not loaded", "load it: modprobe nvidia, then nvidia-smi"),
  TIMEOUT(10, "the driver gave up waiting", "it is tried again; look into dmesg where it stays"),
  IRQ_ISSUE(11, "the kernel has a problem with the device's interrupts", "look into dmesg"),
  LIBRARY_NOT_FOUND(
      12,
      "the library libnvidia-ml.so.1 is not there",
      "install NVIDIA's driver; in a container give it the utility capability"),
  FUNCTION_NOT_FOUND(13, "the library does not have this call", "install a newer driver"),
  CORRUPTED_INFOROM(14, "the card's information storage is corrupt", "have the card looked at"),
  GPU_IS_LOST(
      15,
      "the GPU is lost: it has fallen off the bus",
      "reset it or restart the machine; it is tried again"),
  RESET_REQUIRED(16, "the GPU needs a reset", "nvidia-smi --gpu-reset, with nothing running"),
  OPERATING_SYSTEM(17, "the operating system blocks the driver", "look at cgroups and dmesg"),
  LIB_RM_VERSION_MISMATCH(
      18,
      "driver and library have different versions",
      "the driver was updated and not reloaded: restart the machine, or reload its modules and start"
          + " this program again"),
  IN_USE(19, "the GPU is in use by something that excludes this", "it is tried again"),
  MEMORY(20, "memory is short", "it is tried again"),
  NO_DATA(21, "there is no data now", "it is tried again"),
  INSUFFICIENT_RESOURCES(23, "resources are short", "it is tried again"),
  ARGUMENT_VERSION_MISMATCH(25, "the call's version is not known", "install a newer driver"),
  UNKNOWN(999, "an unknown error", "look into dmesg");

  private final int number;
  private final String words;
  private final String remedy;

  NvmlCode(int number, String words, String remedy) {
    this.number = number;
    this.words = words;
    this.remedy = remedy;
  }

  /** NVML's number. */
  public int number() {
    return number;
  }

  /** What it says, for people. */
  public String words() {
    return words;
  }

  /** What to do about it. */
  public String remedy() {
    return remedy;
  }

  /** The code of a number; {@link #UNKNOWN} for one that is not listed. */
  public static NvmlCode of(int number) {
    for (NvmlCode code : values()) {
      if (code.number == number) {
        return code;
      }
    }
    return UNKNOWN;
  }

  /** Whether the device or the driver is gone, so that its handle is worth nothing any more. */
  public boolean isLoss() {
    return switch (this) {
      case UNINITIALIZED, GPU_IS_LOST, RESET_REQUIRED, DRIVER_NOT_LOADED, LIB_RM_VERSION_MISMATCH ->
          true;
      default -> false;
    };
  }

  /** Whether the whole library is of no use as it stands, and not one device. */
  public boolean isLibrarys() {
    return this == UNINITIALIZED || this == DRIVER_NOT_LOADED || this == LIB_RM_VERSION_MISMATCH;
  }

  /** Whether the device, or its driver, will never give this: asking again is of no use. */
  public boolean isNever() {
    return this == NOT_SUPPORTED || this == FUNCTION_NOT_FOUND || this == ARGUMENT_VERSION_MISMATCH;
  }
}
