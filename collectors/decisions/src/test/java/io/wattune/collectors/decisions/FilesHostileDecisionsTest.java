package io.wattune.collectors.decisions;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A device that is a folder of files. */
class FilesHostileDecisionsTest extends HostileDecisionsContract {

  @Override
  HostileTarget target() throws IOException {
    Path device = Files.createDirectories(folder.resolve("G1/controls")).getParent();
    Files.writeString(
        device.resolve("device.json"),
        """
        {"vendor": "acme", "model": "A1",
         "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 20},
         "tunables": [{"name": "core.clock", "unit": "MEGAHERTZ",
                       "lowest": 300, "highest": 1000, "step": 100},
                      {"name": "memory.clock", "unit": "MEGAHERTZ",
                       "lowest": 300, "highest": 1000, "step": 100}]}
        """);
    Files.writeString(device.resolve("controls/core.clock"), "800\n");
    Files.writeString(device.resolve("controls/memory.clock"), "900\n");
    return new Folder(device.resolve("controls"));
  }

  @Override
  int count() {
    return 2_000;
  }

  @Override
  String suffix() {
    return "";
  }

  private record Folder(Path controls) implements HostileTarget {

    @Override
    public String entry() {
      return "{\"uuid\": \"G1\", \"kind\": \"files\", \"settings\": {\"folder\": \"G1\"}}";
    }

    @Override
    public DeviceKinds kinds() {
      return DeviceKinds.standard();
    }

    @Override
    public long lowest() {
      return 400;
    }

    @Override
    public long highest() {
      return 900;
    }

    @Override
    public long good() {
      return 600;
    }

    @Override
    public long better() {
      return 700;
    }

    @Override
    public long outOfBounds() {
      return 300;
    }

    @Override
    public long offStep() {
      return 650;
    }

    @Override
    public Setting notListed() {
      return new Setting("memory.clock", TunableUnit.MEGAHERTZ, 600);
    }

    @Override
    public boolean isAt(long megahertz) throws IOException {
      return core().strip().equals(Long.toString(megahertz));
    }

    @Override
    public String settings() throws IOException {
      return core() + Files.readString(controls.resolve("memory.clock"));
    }

    @Override
    public String trace() throws IOException {
      return Files.getLastModifiedTime(controls.resolve("core.clock"))
          + " "
          + Files.getLastModifiedTime(controls.resolve("memory.clock"));
    }

    private String core() throws IOException {
      return Files.readString(controls.resolve("core.clock"));
    }
  }
}
