package io.wattune.collectors.device;

import io.wattune.core.tunable.Tunable;

/**
 * A writable setting of a device. Called by one thread of the writer or of the guardian at a time;
 * may block as long as the driver does. A write must not change what another control reads: the
 * writer would take that for somebody else's doing.
 */
public interface Control {

  /** Name, unit and the values that the device takes; its own value is not in it. */
  Tunable tunable();

  /** The value that the device has now, in the tunable's unit. */
  long read() throws DeviceException;

  /** Sets a value; the caller has checked it, and reads it back. */
  void write(long value) throws DeviceException;
}
