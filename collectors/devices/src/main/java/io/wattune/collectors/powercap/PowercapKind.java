package io.wattune.collectors.powercap;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.sysfs.SysTree;
import io.wattune.core.meter.CounterPower;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * CPU packages and their memory by the kernel's powercap tree, of Intel and AMD alike. They count
 * energy and measure no power: power is the mean between two polls.
 *
 * <p>Settings: {@code zone}, for example {@code package-0} or {@code package-0-dram}; {@code
 * pollPeriodMillis}, 100 without it; {@code sysfs}, where the machine's {@code /sys} is seen, for a
 * container that has it elsewhere.
 */
public final class PowercapKind implements DeviceKind {
  /** The kind's name. */
  public static final String NAME = "powercap";

  static final String ZONE = "zone";
  private static final String PERIOD = "pollPeriodMillis";
  static final long PERIOD_MILLIS = 100;
  static final long NANOS_PER_MILLI = 1_000_000L;

  /** No package takes as much; what is above it in one step is no wrap of a counter. */
  static final double HIGHEST_WATTS = 2_000;

  private final SysTree tree;
  private final Path cpus;

  /** The CPUs of this machine. */
  public PowercapKind() {
    this(SysTree.MACHINE, Path.of("/proc/cpuinfo"));
  }

  /**
   * The CPUs of a tree.
   *
   * @param cpus the file that names vendor and model
   */
  public PowercapKind(SysTree tree, Path cpus) {
    this.tree = tree;
    this.cpus = cpus;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Discovery find() {
    return new PowercapFinder(tree, CpuName.read(tree, cpus)).find();
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    Zone zone = zone(settings);
    long period = settings.wholeNumber(PERIOD, PERIOD_MILLIS);
    var power = new CounterPower(zone.rangeMicrojoules(), HIGHEST_WATTS);
    long longest = power.longestApartNanos() / NANOS_PER_MILLI;
    if (period < 1 || period > longest) {
      throw DeviceException.ofTheFile(
          ("setting '%s' of device '%s' must be in 1..%s, since a wrap of the counter "
                  + "would go unseen above it; was %s")
              .formatted(PERIOD, settings.device(), longest, period));
    }
    return new PowercapSource(
        settings.device(),
        zone,
        CpuName.read(tree, cpus),
        power,
        period * NANOS_PER_MILLI,
        epochNanos);
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    return PowercapControls.open(settings.device(), zone(settings));
  }

  private Zone zone(DeviceSettings settings) throws DeviceException {
    settings.allowOnly(Set.of(ZONE, PERIOD, SysTree.SETTING));
    return Zone.of(tree.of(settings), settings.required(ZONE));
  }
}
