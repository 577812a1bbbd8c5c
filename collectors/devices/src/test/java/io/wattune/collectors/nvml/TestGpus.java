package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.nvml.library.Nvml;
import java.nio.file.Path;
import java.util.Map;

/** Scripts and kinds for tests. */
public final class TestGpus {
  /** A Hopper GPU with everything, at rest. */
  public static final String H100 =
      """
      wattune-nvml 1
      driver 550.54.15
      gpu GPU-a NVIDIA H100 80GB HBM3
      architecture @0 9
      power @0 101000
      field.186.0 @0 100000
      field.185.0 @0 102000
      field.191.0 @0 5000000
      clock.0 @0 345
      clock.2 @0 2619
      temperature.0 @0 31
      utilization @0 40 20
      reasons @0 5
      limit @0 700000
      defaultlimit @0 700000
      limits @0 200000 700000
      memoryclocks @0 2619 1593
      coreclocks.2619 @0 1980 1965 1950 1200 210
      persistence @0 1
      compute @0 none
      """;

  private TestGpus() {}

  /** A kind that plays a library; nothing of this machine is looked at. */
  public static NvidiaKind kind(Nvml nvml) {
    return kind(() -> nvml, Path.of("no-such-folder"));
  }

  static NvidiaKind kind(NvmlOpening opening, Path proc) {
    return kind(opening, proc, GpuTime.MACHINE);
  }

  static NvidiaKind kind(NvmlOpening opening, Path proc, GpuTime time) {
    return new NvidiaKind(opening, proc, new PciVendors(Path.of("no-such-folder")), time);
  }

  static DeviceSettings settings(Map<String, String> values) {
    return new DeviceSettings("n1/GPU-a", Path.of(""), values);
  }
}
