package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PeriodicCounters;
import io.wattune.collectors.device.PowerSource;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An NVIDIA GPU, by the driver's management library. Reading needs no privilege, setting needs
 * root.
 *
 * <p>Settings, all optional: {@code uuid}, the second half of the device id unless given; {@code
 * signal}, {@code auto|instant|average|usage|samples}; {@code pollPeriodMillis}, 20; {@code
 * followUpdates}, true: polls follow the sensor's updates once they are known; {@code
 * counterHertz}, 0..10, 1; {@code ownCoreMegahertz} and {@code ownMemoryMegahertz}, what an admin
 * has locked the clocks to, which NVIDIA's library does not say and which is put back then.
 */
public final class NvidiaKind implements DeviceKind {
  static final String NAME = "nvidia";

  private final NvmlOpening opening;
  private final Path proc;
  private final PciVendors vendors;
  private final GpuTime time;

  public NvidiaKind() {
    this(
        () -> NvmlLibrary.load(NvmlLibrary.NAME),
        Path.of("/proc"),
        new PciVendors(PciVendors.SYSTEM),
        GpuTime.MACHINE);
  }

  NvidiaKind(NvmlOpening opening, Path proc, PciVendors vendors, GpuTime time) {
    this.opening = opening;
    this.proc = proc;
    this.vendors = vendors;
    this.time = time;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Discovery find() {
    return new NvidiaSearch(opening, vendors, time).find();
  }

  @Override
  public DeviceSource openSource(DeviceSettings given, LongSupplier epochNanos)
      throws DeviceException {
    NvidiaSettings settings = NvidiaSettings.of(given);
    GpuLink link = GpuLink.open(opening, settings.device(), settings.uuid());
    try {
      return source(link, settings, epochNanos);
    } catch (DeviceException e) {
      link.close();
      throw e;
    }
  }

  private DeviceSource source(GpuLink link, NvidiaSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    PowerSource power = power(link, settings, epochNanos);
    NvidiaCounters counters =
        settings.counterPeriodNanos() == 0
            ? null
            : NvidiaCounters.open(link, settings.counterPeriodNanos());
    var processes = new RunningProcesses(settings.device(), new ProcessNames(proc));
    EventSource counted =
        counters == null
            ? EventSource.NONE
            : new PeriodicCounters(settings.device(), counters, epochNanos);
    EventSource events =
        sink -> {
          counted.drain(sink);
          try {
            processes.look(link, epochNanos.getAsLong(), sink);
          } catch (NvmlException e) {
            throw link.failed(e);
          }
        };
    return new NvidiaSource(link, settings, power, events, counters);
  }

  private PowerSource power(GpuLink link, NvidiaSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    try {
      PowerOffer offer = PowerOffer.of(link.nvml(), link.handle());
      PowerChoice choice =
          PowerSourceChoice.of(link.nvml(), link.handle(), offer, settings.power(), time).choice();
      if (choice == null) {
        throw new DeviceException(
            "device '%s' does not give the power '%s'; it gives "
                    .formatted(settings.device(), settings.power().label())
                + offer.powers().stream().map(PowerChoice::label).toList());
      }
      PowerChoice ordinary = offer.ordinary();
      if (choice == PowerChoice.ENERGY && ordinary != null) {
        return new CountedPower(
            settings.device(), polled(link, settings, offer, ordinary), epochNanos);
      }
      return choice == PowerChoice.SAMPLES
          ? new DriverBufferPower(
              link, inItsPlace(offer), offer.energy(), settings.keptPeriodNanos(), epochNanos)
          : polled(link, settings, offer, choice);
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }

  private static PolledPower polled(
      GpuLink link, NvidiaSettings settings, PowerOffer offer, PowerChoice choice) {
    return new PolledPower(
        link, choice, offer.energy(), settings.pollPeriodNanos(), settings.followsUpdates());
  }

  /**
   * The power that is asked while the driver keeps nothing new: the same sensor where the buffer
   * was chosen for that ({@link DriverBufferCheck}), and not known to be where the file names the
   * buffer.
   */
  private static @Nullable PowerChoice inItsPlace(PowerOffer offer) {
    PowerChoice polled = offer.choose(PowerChoice.AUTO);
    return polled == PowerChoice.SAMPLES ? null : polled;
  }

  @Override
  public DeviceControls openControls(DeviceSettings given) throws DeviceException {
    NvidiaSettings settings = NvidiaSettings.of(given);
    GpuLink link = GpuLink.open(opening, settings.device(), settings.uuid());
    try {
      GpuKnobs knobs =
          GpuKnobs.of(
              link.nvml(),
              link.handle(),
              settings.ownCoreMegahertz(),
              settings.ownMemoryMegahertz());
      return new NvidiaControls(link, knobs.knobs());
    } catch (NvmlException e) {
      link.close();
      throw link.failed(e);
    }
  }
}
