package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;

/**
 * The way to one GPU, by its uuid. After an error that says that the device or the driver is gone
 * the handle is given up, and looked for again at the next question: a GPU that was reset, or whose
 * driver was reloaded, comes back by itself. Thread safe.
 */
final class GpuLink implements AutoCloseable {
  private static final long NONE = 0;

  private final Nvml nvml;
  private final String device;
  private final String uuid;
  private volatile long handle = NONE;
  private volatile int losses;
  private boolean isInitialised;
  private boolean isClosed;

  private GpuLink(Nvml nvml, String device, String uuid) {
    this.nvml = nvml;
    this.device = device;
    this.uuid = uuid;
  }

  /** Opens the way and looks whether the GPU is there. */
  static GpuLink open(NvmlOpening opening, String device, String uuid) throws DeviceException {
    try {
      var link = new GpuLink(opening.load(), device, uuid);
      try {
        long unused = link.handle();
        return link;
      } catch (NvmlException e) {
        link.close();
        throw e;
      }
    } catch (NvmlException e) {
      throw failure(device, e);
    }
  }

  Nvml nvml() {
    return nvml;
  }

  String device() {
    return device;
  }

  /** How often the GPU has been lost: what was known of it before is worth nothing. */
  int losses() {
    return losses;
  }

  /** The GPU's handle. */
  long handle() throws NvmlException {
    long known = handle;
    return known != NONE ? known : find();
  }

  private synchronized long find() throws NvmlException {
    if (!isInitialised) {
      nvml.init();
      isInitialised = true;
    }
    if (handle == NONE) {
      handle = nvml.device(uuid);
    }
    return handle;
  }

  /** What to report of a call that failed. */
  DeviceException failed(NvmlException e) {
    if (e.code().isLoss()) {
      lost(e.code());
    }
    return failure(device, e);
  }

  /**
   * A library whose driver is gone, or that does not find the GPU any more, has to begin anew: it
   * does when nobody in this process has it initialised, so this one's share is given back.
   */
  private synchronized void lost(NvmlCode code) {
    boolean wasFound = handle != NONE;
    handle = NONE;
    losses++;
    if (code == NvmlCode.UNINITIALIZED) {
      isInitialised = false;
    } else if (isInitialised && (code.isLibrarys() || !wasFound)) {
      isInitialised = false;
      nvml.shutdown();
    }
  }

  private static DeviceException failure(String device, NvmlException e) {
    return new DeviceException(
        "device '" + device + "': nvml" + e.getMessage() + "; " + e.code().remedy(), e);
  }

  @Override
  public synchronized void close() {
    if (!isClosed && isInitialised) {
      nvml.shutdown();
    }
    isClosed = true;
  }
}
