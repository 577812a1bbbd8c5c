package io.wattune.collectors.agent;

import io.wattune.collectors.device.DeviceException;

/** What a call to a device has thrown, in words. */
final class DeviceFailure {

  private DeviceFailure() {}

  /**
   * The message of it. What the machine's own state has brought about, such as memory that is
   * short, is no device's and is thrown on. Any other {@link Error} is: a library of a driver that
   * is being exchanged throws {@code LinkageError}s, or an {@code Error} of an invalid memory
   * access.
   */
  static String words(Throwable failure) {
    if (failure instanceof VirtualMachineError ours) {
      throw ours;
    }
    if (failure instanceof DeviceException) {
      return String.valueOf(failure.getMessage());
    }
    return failure instanceof Error
        ? "what it is read by has failed (is its driver being exchanged?): " + failure
        : failure.toString();
  }
}
