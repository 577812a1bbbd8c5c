package io.wattune.core.saving;

import java.util.List;
import java.util.Map;

/**
 * What a fleet has saved.
 *
 * @param total all of it
 * @param byKernel by kernel, over all devices, in the order of names
 * @param byDevice by device, over all its kernels, in the order of ids
 * @param dropped records that came too late or that there was no room for
 */
public record FleetSaving(
    Saving total, List<NamedSaving> byKernel, List<NamedSaving> byDevice, long dropped) {

  /** What has one name. */
  public record NamedSaving(String name, Saving saving) {
    static NamedSaving of(Map.Entry<String, SavingSum> sum) {
      return new NamedSaving(sum.getKey(), sum.getValue().sum());
    }
  }

  public FleetSaving {
    byKernel = List.copyOf(byKernel);
    byDevice = List.copyOf(byDevice);
  }
}
