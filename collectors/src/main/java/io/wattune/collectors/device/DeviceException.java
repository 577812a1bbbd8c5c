package io.wattune.collectors.device;

/** A device could not be read or written: what, which device, and what to do about it. */
public final class DeviceException extends Exception {
  private static final long serialVersionUID = 1L;

  public DeviceException(String message) {
    super(message);
  }

  public DeviceException(String message, Throwable cause) {
    super(message, cause);
  }
}
