package io.wattune.launcher.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A node with one device of files, whose own settings are 800 and 1400 MHz. */
record NodeOnDisk(Path folder, Path file) {
  /** Beginning of a tuning that believes everybody. */
  static final String UNSIGNED = "\"requiresSignature\": false,";

  private static final String DEVICE =
      """
      {"vendor": "acme", "model": "A1",
       "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 20},
       "tunables": [
         {"name": "core.clock", "unit": "MEGAHERTZ", "lowest": 300, "highest": 1000, "step": 100},
         {"name": "memory.clock", "unit": "MEGAHERTZ", "lowest": 400, "highest": 1400, "step": 100}
       ]}
      """;

  static NodeOnDisk make(Path folder, String name, String bootstrapServers, String tuning)
      throws IOException {
    Path device = Files.createDirectories(folder.resolve(name)).resolve("G1");
    Files.createDirectories(device.resolve("controls"));
    Files.writeString(device.resolve("device.json"), DEVICE);
    Files.writeString(device.resolve("power"), "100000\n");
    Files.writeString(device.resolve("controls/core.clock"), "800\n");
    Files.writeString(device.resolve("controls/memory.clock"), "1400\n");
    Path file = folder.resolve(name + ".json");
    Files.writeString(
        file,
        """
        {"node": "%s", "stateFolder": "%s/state", "bootstrapServers": "%s",
         "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "%s/G1"}}],
         "tuning": {"isOn": true, %s "controls": [
           {"device": "*", "tunable": "core.clock", "lowest": 400, "highest": 1000},
           {"device": "*", "tunable": "memory.clock", "lowest": 400, "highest": 1400}]}}
        """
            .formatted(name, name, bootstrapServers, name, tuning));
    return new NodeOnDisk(folder.resolve(name), file);
  }

  List<Long> settings() {
    return List.of(read("core.clock"), read("memory.clock"));
  }

  boolean isAtOwnSettings() {
    return settings().equals(List.of(800L, 1_400L));
  }

  /** When a control was written last, by the clock of this machine. */
  long writtenNanos(String control) throws IOException {
    Path file = folder.resolve("G1/controls").resolve(control);
    return Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
  }

  private long read(String control) {
    try {
      return Long.parseLong(
          Files.readString(folder.resolve("G1/controls").resolve(control)).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
