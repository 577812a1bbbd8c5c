package io.wattune.dashboard.api;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.dashboard.state.ComponentsNow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
    List<Part> parts,
    List<Bin> bins,
    Number kernelsSinceMs,
    List<Kernel> kernels) {

  /** A component; the watts are the newest, null where it has none now. */
  record Part(
      String name,
      @Nullable Double watts,
      @Nullable Double errorWatts,
      double joules,
      double errorJoules,
      List<String> counters,
      List<String> merged) {}

  /** Some seconds; joules in the order of the parts. */
  record Bin(Number fromMs, double seconds, List<Double> joules) {}

  /** A kernel; joules in the order of the parts. */
  record Kernel(
      String name,
      long activities,
      double seconds,
      List<Double> joules,
      List<Double> errorJoules) {}

  static ComponentsAnswer of(ComponentsNow now) {
    ComponentPower newest = now.newest();
    List<ComponentWatts> watts = new ArrayList<>(newest.components());
    ComponentWatts idle = newest.idle();
    if (idle != null) {
      watts.add(idle);
    }
    List<Part> parts = new ArrayList<>();
    for (ComponentsNow.Part each : now.parts()) {
      ComponentWatts own =
          watts.stream().filter(one -> one.name().equals(each.name())).findFirst().orElse(null);
      parts.add(
          new Part(
              each.name(),
              own == null ? null : (Double) own.watts(),
              own == null ? null : (Double) own.errorWatts(),
              each.joules(),
              each.errorJoules(),
              each.counters(),
              each.merged()));
    }
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
        parts,
        now.bins().stream()
            .map(each -> new Bin(Units.ms(each.startNanos()), each.seconds(), each.joules()))
            .toList(),
        Units.ms(now.kernelsSinceNanos()),
        now.kernels().stream()
            .map(
                each ->
                    new Kernel(
                        each.name(),
                        each.activities(),
                        each.seconds(),
                        each.joules(),
                        each.errorJoules()))
            .toList());
  }
}
