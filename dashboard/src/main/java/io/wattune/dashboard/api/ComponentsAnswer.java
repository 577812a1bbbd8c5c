package io.wattune.dashboard.api;

import io.wattune.core.component.ComponentPower;
import io.wattune.dashboard.state.ComponentsNow;
import java.util.List;
import java.util.Locale;

/** Which components took a device's energy: a part of {@code GET /api/devices/{id}}. */
record ComponentsAnswer(
    Number atMs,
    String model,
    int revision,
    String quality,
    List<String> doubts,
    double totalWatts,
    double totalErrorWatts,
    double seconds,
    List<ComponentsNow.ComponentEnergy> parts,
    List<Bin> bins,
    Number kernelsSinceMs,
    List<ComponentsNow.KernelEnergy> kernels) {

  /** Some seconds; joules in the order of the parts. */
  record Bin(Number fromMs, double seconds, List<Double> joules) {}

  static ComponentsAnswer of(ComponentsNow now) {
    ComponentPower newest = now.newest();
    return new ComponentsAnswer(
        Units.ms(newest.endNanos()),
        newest.modelId(),
        newest.modelRevision(),
        Units.of(newest.quality()),
        newest.doubts().stream()
            .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList(),
        newest.totalWatts(),
        newest.totalErrorWatts(),
        now.bins().stream().mapToDouble(ComponentsNow.Bin::seconds).sum(),
        now.parts(),
        now.bins().stream()
            .map(each -> new Bin(Units.ms(each.startNanos()), each.seconds(), each.joules()))
            .toList(),
        Units.ms(now.kernelsSinceNanos()),
        now.kernels());
  }
}
