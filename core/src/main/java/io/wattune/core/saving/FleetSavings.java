package io.wattune.core.saving;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.SensorProfile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What settings other than the own ones have saved on each device of a fleet, from the records of
 * the topics, in whichever order they are read. Energies of kernels while own settings were in
 * force are the reference, for each device and kernel by itself: see {@link KernelSaving}. Where no
 * work of kernels is counted, seconds of the device are, with the work that its program reports:
 * see {@link ProgramSavings}. Memory is bounded: so many invocations that can still change, and
 * sums of a bounded number of kernels for each device. Not thread safe.
 */
public final class FleetSavings {
  private final long sinceNanos;
  private final int mostOpen;
  private final Map<String, DeviceSavings> devices = new TreeMap<>();

  /** Time of the newest answer of any node. */
  private long reportedUntilNanos = SettingsHistory.NEVER;

  /**
   * Nothing is known yet.
   *
   * @param sinceNanos from when on records are read, epoch nanoseconds
   * @param mostOpen invocations that may still change, of all devices together
   */
  public FleetSavings(long sinceNanos, int mostOpen) {
    this.sinceNanos = sinceNanos;
    this.mostOpen = mostOpen;
  }

  private DeviceSavings of(String device) {
    return devices.computeIfAbsent(device, absent -> new DeviceSavings(sinceNanos));
  }

  /** Takes what a device is, with its own settings. */
  public void device(DeviceDescriptor descriptor) {
    of(descriptor.device()).device(descriptor);
  }

  /** Takes a sensor profile, which says how errors hang together. */
  public void profile(SensorProfile profile) {
    of(profile.device()).profile(profile);
  }

  /** Takes an entry; those of other books than of kernels and of seconds are nothing to it. */
  public void energy(LedgerEntry entry) {
    if (entry.book() == Book.KERNEL || entry.book() == Book.WINDOW1S) {
      DeviceSavings device = of(entry.device());
      device.energy(entry, mostOpenOfEach(), reportedUntilNanos);
    }
  }

  private int mostOpenOfEach() {
    return Math.max(1, mostOpen / devices.size());
  }

  /** Takes counters, for the work that they count. */
  public void counters(CounterReading reading) {
    DeviceSavings device = of(reading.device());
    device.counters(reading, mostOpenOfEach(), reportedUntilNanos);
  }

  /** Takes a decision; a claim wishes nothing. */
  public void decision(Decision decision) {
    if (decision instanceof Decision.ForDevice forDevice) {
      of(forDevice.device()).decision(forDevice);
    }
  }

  /** Takes what a node did. */
  public void actuation(Actuation actuation) {
    reportedUntilNanos = Math.max(reportedUntilNanos, actuation.atNanos());
    String device = actuation.device();
    if (device != null) {
      of(device).actuation(actuation);
    }
  }

  /** What has been saved so far, by all. */
  public FleetSaving saving() {
    return saving(devices);
  }

  private static FleetSaving saving(Map<String, DeviceSavings> devices) {
    var total = new SavingSum();
    Map<String, SavingSum> byKernel = new TreeMap<>();
    Map<String, SavingSum> byDevice = new TreeMap<>();
    long dropped = 0;
    for (Map.Entry<String, DeviceSavings> each : devices.entrySet()) {
      List<KernelSaving> kernels = each.getValue().parts();
      dropped += each.getValue().dropped();
      total.addDevice(kernels);
      for (KernelSaving kernel : kernels) {
        byKernel
            .computeIfAbsent(kernel.kernel(), absent -> new SavingSum())
            .addDevice(List.of(kernel));
      }
      if (!kernels.isEmpty()) {
        var sum = new SavingSum();
        sum.addDevice(kernels);
        byDevice.put(each.getKey(), sum);
      }
    }
    return new FleetSaving(total.sum(), parts(byKernel), parts(byDevice), dropped);
  }

  /** What one device has saved, by kernel; null where it is not known. */
  public @Nullable FleetSaving saving(String device) {
    DeviceSavings known = devices.get(device);
    if (known == null) {
      return null;
    }
    FleetSaving of = saving(Map.of(device, known));
    return new FleetSaving(
        of.total(),
        of.byKernel(),
        List.of(new FleetSaving.NamedSaving(device, of.total())),
        of.dropped());
  }

  private static List<FleetSaving.NamedSaving> parts(Map<String, SavingSum> sums) {
    return sums.entrySet().stream().map(FleetSaving.NamedSaving::of).toList();
  }
}
