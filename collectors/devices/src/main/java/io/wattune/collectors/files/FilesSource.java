package io.wattune.collectors.files;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.PoweredDevice;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.tunable.Tunable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The reader's face of a folder. */
final class FilesSource extends PoweredDevice {
  private final Path folder;
  private final DeviceFile file;
  private final NumberFile power;

  FilesSource(String device, Path folder, DeviceFile file) {
    super(device, file.signal(), null);
    this.folder = folder;
    this.file = file;
    this.power = new NumberFile(folder.resolve("power"));
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) throws DeviceException {
    List<Tunable> tunables = new ArrayList<>();
    for (Tunable tunable : file.tunables()) {
      tunables.add(tunable.withOwnValue(FilesControls.file(folder, tunable).read()));
    }
    return described(file.vendor(), file.model(), file.driver(), nowNanos, tunables);
  }

  @Override
  public int read() throws DeviceException {
    OptionalLong value = power.read();
    if (value.isEmpty()) {
      return PollBlock.MISSING;
    }
    long number = value.getAsLong();
    if (number != (int) number || number == PollBlock.MISSING) {
      throw new DeviceException(
          "power of device '"
              + device()
              + "' is out of range, was "
              + number
              + " "
              + signal().unit().name());
    }
    return (int) number;
  }
}
