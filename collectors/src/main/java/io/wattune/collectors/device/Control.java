package io.wattune.collectors.device;

import io.wattune.core.tunable.Tunable;
import org.jspecify.annotations.Nullable;

/**
 * A writable setting of a device. Called by one thread of the writer or of the guardian at a time;
 * may block as long as the driver does.
 */
public interface Control {

  /** Name, unit and the values that the device takes; its own value is not in it. */
  Tunable tunable();

  /** The value that the device has now, in the tunable's unit. */
  long read() throws DeviceException;

  /** Sets a value; the caller has checked it, and reads it back. */
  void write(long value) throws DeviceException;

  /**
   * Why what the control had when the device was opened could not be put back after a write, where
   * that is so: the driver does not show it. Such a control is left alone; null where all is well.
   * Where a journal of an earlier life has an own value for it, that one counts, and this does not.
   */
  default @Nullable String whyNotTuned() {
    return null;
  }
}
