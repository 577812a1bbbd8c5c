package io.wattune.collectors.decisions;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.nvml.PlayedNvml;
import io.wattune.collectors.nvml.TestGpus;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.Arrays;
import java.util.List;

/** A Hopper GPU behind NVIDIA's driver. */
record NvidiaTarget(PlayedNvml driver) implements HostileTarget {
  static final String SCRIPT = TestGpus.H100.replace("gpu GPU-a ", "gpu " + HostileNode.UUID + " ");

  private static final List<String> WRITES =
      List.of("set.core", "reset.core", "set.memory", "reset.memory", "set.limit");

  @Override
  public String entry() {
    return "{\"uuid\": \"G1\", \"kind\": \"nvidia\", \"settings\": {}}";
  }

  @Override
  public DeviceKinds kinds() {
    return new DeviceKinds(List.of(TestGpus.kind(driver.nvml())));
  }

  @Override
  public long lowest() {
    return 1_000;
  }

  @Override
  public long highest() {
    return 1_965;
  }

  @Override
  public long good() {
    return 1_200;
  }

  @Override
  public long better() {
    return 1_950;
  }

  @Override
  public long outOfBounds() {
    return 210;
  }

  @Override
  public long offStep() {
    return 1_500;
  }

  @Override
  public Setting notListed() {
    return new Setting("power.limit", TunableUnit.MILLIWATTS, 350_000);
  }

  @Override
  public boolean isAt(long megahertz) {
    int[] lock = driver.lock(0, ClockDomain.CORE);
    return lock != null && lock[1] == megahertz;
  }

  @Override
  public String settings() {
    return Arrays.toString(driver.lock(0, ClockDomain.CORE))
        + Arrays.toString(driver.lock(0, ClockDomain.MEMORY))
        + driver.limit(0);
  }

  @Override
  public String trace() {
    return WRITES.stream().map(key -> key + " " + driver.calls(0, key)).toList().toString();
  }
}
