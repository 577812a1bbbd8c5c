package io.wattune.collectors.device;

import org.jspecify.annotations.Nullable;

/** A device could not be read or written: what, which device, and what to do about it. */
public final class DeviceException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isOfTheFile;

  public DeviceException(String message) {
    super(message);
    isOfTheFile = false;
  }

  public DeviceException(String message, Throwable cause) {
    super(message, cause);
    isOfTheFile = false;
  }

  private DeviceException(String message, @Nullable Throwable cause, boolean isOfTheFile) {
    super(message, cause);
    this.isOfTheFile = isOfTheFile;
  }

  /** What the node's file says of a device is wrong. */
  public static DeviceException ofTheFile(String message) {
    return new DeviceException(message, null, true);
  }

  /** What the node's file says of a device is wrong. */
  public static DeviceException ofTheFile(String message, Throwable cause) {
    return new DeviceException(message, cause, true);
  }

  /**
   * Whether what the node's file says is wrong: then it must be mended, and trying again is of no
   * use.
   */
  public boolean isOfTheFile() {
    return isOfTheFile;
  }
}
