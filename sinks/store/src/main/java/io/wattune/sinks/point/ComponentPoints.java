package io.wattune.sinks.point;

import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.component.KernelWatts;
import io.wattune.store.catalogue.PointCatalogue;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Points of power by component: one for each component of an interval, idle power among them, and
 * one for each component of each kernel. The first add up to the device's energy.
 */
final class ComponentPoints {
  /** What the whole is called while its components are not known. */
  private static final String NOT_KNOWN = "(not known)";

  private ComponentPoints() {}

  static void make(ComponentPower power, PointForm form, PointLines lines) {
    ComponentWatts idle = power.idle();
    if (idle == null) {
      part(power, NOT_KNOWN, power.totalWatts(), power.totalErrorWatts(), lines);
      return;
    }
    part(power, idle.name(), idle.watts(), idle.errorWatts(), lines);
    for (ComponentWatts each : power.components()) {
      part(power, each.name(), each.watts(), each.errorWatts(), lines);
    }
    // Kernels that start together would be one point there, since their names are no numbers.
    if (form != PointForm.FINAL_NUMBERS) {
      power.kernels().forEach(each -> kernel(power, idle, each, lines));
    }
  }

  private static void part(
      ComponentPower power, String name, double watts, double errorWatts, PointLines lines) {
    lines
        .begin(PointCatalogue.COMPONENTS)
        .tag(PointCatalogue.DEVICE, power.device())
        .tag(PointCatalogue.COMPONENT, name)
        .nano(PointCatalogue.DURATION_SECONDS, power.endNanos() - power.startNanos())
        .decimal(PointCatalogue.COMPONENT_WATTS, watts)
        .decimal(PointCatalogue.COMPONENT_JOULES, watts * power.seconds())
        .decimal(PointCatalogue.COMPONENT_ERROR_JOULES, errorWatts * power.seconds())
        .integer(PointCatalogue.QUALITY_CODE, power.quality().code())
        .text(PointCatalogue.DOUBTS, doubts(power.doubts()))
        .text(PointCatalogue.ACTIVITY_ID, power.activityId())
        .text(PointCatalogue.ACTIVITY_NAME, power.activityName())
        .text(PointCatalogue.MODEL_ID, power.modelId())
        .integer(PointCatalogue.MODEL_REVISION, power.modelRevision())
        .at(power.startNanos());
  }

  private static void kernel(
      ComponentPower power, ComponentWatts idle, KernelWatts kernel, PointLines lines) {
    kernel(power, kernel, idle.name(), idle.watts(), idle.errorWatts(), lines);
    List<Double> errors = kernel.errorWatts();
    for (int i = 0; i < kernel.watts().size(); i++) {
      kernel(
          power,
          kernel,
          power.components().get(i).name(),
          kernel.watts().get(i),
          errors.isEmpty() ? null : errors.get(i),
          lines);
    }
  }

  private static void kernel(
      ComponentPower power,
      KernelWatts kernel,
      String component,
      double watts,
      @Nullable Double errorWatts,
      PointLines lines) {
    lines
        .begin(PointCatalogue.KERNEL_COMPONENTS)
        .tag(PointCatalogue.DEVICE, power.device())
        .tag(PointCatalogue.COMPONENT, component)
        .text(PointCatalogue.ACTIVITY_NAME, kernel.name())
        .integer(PointCatalogue.ACTIVITIES, kernel.activities())
        .decimal(PointCatalogue.DURATION_SECONDS, kernel.seconds())
        .decimal(PointCatalogue.COMPONENT_JOULES, watts * kernel.seconds());
    if (errorWatts != null) {
      lines.decimal(PointCatalogue.COMPONENT_ERROR_JOULES, errorWatts * kernel.seconds());
    }
    lines
        .integer(PointCatalogue.QUALITY_CODE, power.quality().code())
        .text(PointCatalogue.DOUBTS, doubts(power.doubts()))
        .at(PointTime.of(power.startNanos(), kernel.name()));
  }

  private static String doubts(List<ComponentDoubt> doubts) {
    return doubts.stream()
        .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(" "));
  }
}
