package io.wattune.core.saving;

import io.wattune.core.Quality;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/** Adds up what kernels have saved, device by device. */
final class SavingSum {
  private final Map<NotCompared, Amount> left = new EnumMap<>(NotCompared.class);
  private int devices;
  private long references;
  private long referenceNanos = Long.MAX_VALUE;
  private double ownSeconds;
  private long invocations;
  private double usedJoules;
  private double expectedJoules;
  private double variance;
  private double seconds;
  private double expectedSeconds;
  private double timeVariance;
  private Quality quality = Quality.MEASURED;

  /** Adds kernels of one device, which has not been added before. */
  void addDevice(Collection<KernelSaving> kernels) {
    ScaleError scale = ScaleError.NONE;
    for (KernelSaving each : kernels) {
      ownSeconds += each.own().seconds();
      each.notCompared().forEach((why, amount) -> left.merge(why, amount, Amount::plus));
      if (each.others().count() > 0) {
        compare(each);
        scale = scale.plus(each.scale());
      }
    }
    devices += kernels.isEmpty() ? 0 : 1;
    variance += scale.variance();
  }

  private void compare(KernelSaving kernel) {
    references += kernel.own().count();
    referenceNanos = Math.min(referenceNanos, kernel.own().newestEndNanos());
    invocations += kernel.others().count();
    usedJoules += kernel.others().joules();
    expectedJoules += kernel.expectedJoules();
    variance += kernel.variance();
    seconds += kernel.others().seconds();
    expectedSeconds += kernel.expectedSeconds();
    timeVariance += kernel.timeVariance();
    quality = quality.worst(kernel.own().worst()).worst(kernel.others().worst());
  }

  Saving sum() {
    return new Saving(
        devices,
        references,
        invocations == 0 ? Long.MIN_VALUE : referenceNanos,
        ownSeconds,
        invocations,
        usedJoules,
        expectedJoules,
        Math.sqrt(variance),
        seconds,
        expectedSeconds,
        Math.sqrt(timeVariance),
        quality,
        left);
  }
}
