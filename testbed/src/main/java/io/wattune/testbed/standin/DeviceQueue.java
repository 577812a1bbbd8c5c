package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A load program's way to a device: work is handed in ahead, as launches are, and waited for. For
 * one thread, but for {@link #delivered}.
 */
final class DeviceQueue {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final DevicePage page;
  private final DeviceBlock device;
  private final ProgramSlot slot;
  private double requested;

  private DeviceQueue(DevicePage page, DeviceBlock device, ProgramSlot slot) {
    this.page = page;
    this.device = device;
    this.slot = slot;
  }

  /** Takes a place at a device of a page for this process. */
  static DeviceQueue open(Path file, int place) throws IOException {
    DevicePage page = DevicePage.open(file);
    if (place < 0 || place >= page.devices().size()) {
      throw new IOException(
          file + " has the devices 0 to " + (page.devices().size() - 1) + ", no " + place);
    }
    DeviceBlock device = page.devices().get(place);
    long pid = ProcessHandle.current().pid();
    for (ProgramSlot slot : device.programs()) {
      if (slot.take(pid)) {
        return new DeviceQueue(page, device, slot);
      }
    }
    throw new IOException("device " + place + " of " + file + " has no place for another program");
  }

  String uuid() {
    return device.uuid();
  }

  /** Hands in more work, in seconds at the highest clocks. */
  void ask(double work, CardModel.Mix mix) {
    requested += work;
    slot.ask(requested, mix);
  }

  /** What was delivered in all. */
  double delivered() {
    return slot.delivered();
  }

  /** Waits until so much has been delivered in all. */
  void await(double total) throws IOException {
    while (slot.delivered() < total - 1e-8) {
      if (page.silentNanos() > GONE_NANOS) {
        throw new IOException("the simulated device is gone: nobody plays it any more");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
