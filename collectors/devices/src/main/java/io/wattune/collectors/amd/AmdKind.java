package io.wattune.collectors.amd;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.PollRates;
import io.wattune.collectors.sysfs.SysTree;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * AMD GPUs by the files of the driver {@code amdgpu}. Reading needs no privilege.
 *
 * <p>Settings: {@code address}, the PCI address; {@code signal}, {@code power1_input} or {@code
 * power1_average}, what is there in this order without it; {@code pollPeriodMillis}, 20 without it;
 * {@code followUpdates}, true without it: polls follow the sensor's updates once they are known;
 * {@code sysfs}, where the machine's {@code /sys} is seen, for a container.
 */
public final class AmdKind implements DeviceKind {
  /** The kind's name. */
  public static final String NAME = "amd";

  static final String ADDRESS = "address";
  private static final String SIGNAL = "signal";
  private static final String PERIOD = "pollPeriodMillis";
  static final long PERIOD_MILLIS = 20;
  static final long NANOS_PER_MILLI = 1_000_000L;

  private final SysTree tree;

  /** The GPUs of this machine. */
  public AmdKind() {
    this(SysTree.MACHINE);
  }

  /** The GPUs of a tree. */
  public AmdKind(SysTree tree) {
    this.tree = tree;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Discovery find() {
    return new AmdFinder(tree).find();
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    AmdCard card = card(settings);
    long period = settings.wholeNumber(PERIOD, PERIOD_MILLIS, 1, 10_000);
    return AmdSource.open(
        settings.device(),
        card,
        settings.values().get(SIGNAL),
        period * NANOS_PER_MILLI,
        settings.flag(PollRates.FOLLOW_UPDATES, true),
        epochNanos);
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    return AmdControls.open(settings.device(), card(settings));
  }

  private AmdCard card(DeviceSettings settings) throws DeviceException {
    settings.allowOnly(Set.of(ADDRESS, SIGNAL, PERIOD, PollRates.FOLLOW_UPDATES, SysTree.SETTING));
    return AmdCard.at(tree.of(settings), settings.required(ADDRESS));
  }
}
