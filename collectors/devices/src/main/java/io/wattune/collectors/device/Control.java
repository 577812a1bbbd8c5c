package io.wattune.collectors.device;

import io.wattune.core.tunable.Tunable;
import org.jspecify.annotations.Nullable;

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

  /**
   * Whether {@link #read} knows. False where the device cannot be asked what it was set to and
   * nothing has been set by way of this object yet: then {@code read} says what is taken for its
   * own value, and a value must be written even where it is read already.
   */
  default boolean isSure() {
    return true;
  }

  /**
   * Whether {@link #read} returns what the control was set to, by whomever. False where it only
   * shows that a value is not in force: what it returns then is nobody's setting, and is never kept
   * as one.
   */
  default boolean readsWhatIsSet() {
    return true;
  }

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
