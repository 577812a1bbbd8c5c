package io.wattune.collectors.nvml;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a card of NVIDIA is in this machine, whatever is installed: by the kernel's PCI list. */
record PciVendors(Path devices) {
  static final Path SYSTEM = Path.of("/sys/bus/pci/devices");
  private static final String NVIDIA = "0x10de";

  /** Display controllers, 3D controllers among them. */
  private static final String DISPLAY = "0x03";

  boolean hasNvidia() {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(devices)) {
      for (Path each : all) {
        if (read(each, "vendor").equals(NVIDIA) && read(each, "class").startsWith(DISPLAY)) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return false; // Not Linux, or a container without it.
    }
    return false;
  }

  private static String read(Path device, String file) {
    try {
      return Files.readString(device.resolve(file)).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
