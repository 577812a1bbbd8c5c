package io.wattune.collectors.decisions;

import io.wattune.collectors.amd.AmdKind;
import io.wattune.collectors.amd.FakeAmdgpu;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** An AMD GPU behind a sysfs tree. */
class AmdHostileDecisionsTest extends HostileDecisionsContract {

  @Override
  HostileTarget target() throws IOException {
    return new Card(new FakeAmdgpu(folder.resolve("sys")).add(1, "0000:01:00.0"));
  }

  @Override
  String suffix() {
    return ", to an AMD GPU";
  }

  private record Card(FakeAmdgpu driver) implements HostileTarget {
    private static final String LEVEL = "power_dpm_force_performance_level";
    private static final String CORE = "pp_dpm_sclk";

    @Override
    public String entry() {
      return "{\"uuid\": \"G1\", \"kind\": \"amd\", \"settings\": {\"address\": \"0000:01:00.0\"}}";
    }

    @Override
    public DeviceKinds kinds() {
      return new DeviceKinds(List.of(new AmdKind(driver.tree())));
    }

    @Override
    public long lowest() {
      return 500;
    }

    @Override
    public long highest() {
      return 1_500;
    }

    @Override
    public long good() {
      return 700;
    }

    @Override
    public long better() {
      return 1_200;
    }

    @Override
    public long outOfBounds() {
      return 300;
    }

    @Override
    public long offStep() {
      return 800;
    }

    @Override
    public Setting notListed() {
      return new Setting("memory.clock", TunableUnit.MEGAHERTZ, 800);
    }

    @Override
    public boolean isAt(long megahertz) throws IOException {
      return driver.get(1, CORE).contains(megahertz + "Mhz *");
    }

    @Override
    public String settings() throws IOException {
      return driver.get(1, LEVEL)
          + " "
          + driver.allowed(1, CORE)
          + " "
          + driver.allowed(1, "pp_dpm_mclk")
          + " "
          + Files.readString(driver.sensors(1).resolve("power1_cap"));
    }

    @Override
    public String trace() {
      return driver.writes().toString();
    }
  }
}
