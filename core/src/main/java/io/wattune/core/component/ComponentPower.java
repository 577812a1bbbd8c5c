package io.wattune.core.component;

import io.wattune.core.Quality;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which component took a device's power in one interval. Intervals of a device do not overlap;
 * between them nothing is known. Idle power and components add up to the total within its error.
 *
 * @param device device id
 * @param startNanos epoch nanoseconds, start of the interval
 * @param endNanos epoch nanoseconds, end of the interval, exclusive
 * @param activityId the activity, where the interval is that of one alone
 * @param activityName the name of all its activities, where they have one
 * @param totalWatts mean true power; by the model where no power is known
 * @param totalErrorWatts its standard error
 * @param idle what the device takes while its counters stand still; null while no model is known
 * @param components the others; none while no model is known
 * @param modelId which model: that of the device, or a given one
 * @param modelRevision counts the model's fits, from 0 for a given one
 * @param quality worst quality of the power
 * @param doubts why to be careful
 * @param kernels activities by name; none where the counters are not of activities
 */
public record ComponentPower(
    String device,
    long startNanos,
    long endNanos,
    @Nullable String activityId,
    @Nullable String activityName,
    double totalWatts,
    double totalErrorWatts,
    @Nullable ComponentWatts idle,
    List<ComponentWatts> components,
    String modelId,
    int modelRevision,
    Quality quality,
    List<ComponentDoubt> doubts,
    List<KernelWatts> kernels) {

  public ComponentPower {
    if (endNanos <= startNanos) {
      throw new IllegalArgumentException(
          "an interval must end after it starts, lasts " + (endNanos - startNanos) + " ns");
    }
    if (!Double.isFinite(totalWatts)
        || !(totalErrorWatts >= 0)
        || !Double.isFinite(totalErrorWatts)) {
      throw new IllegalArgumentException(
          "total watts must be finite and their error not negative, were "
              + totalWatts
              + " and "
              + totalErrorWatts);
    }
    if (modelRevision < 0) {
      throw new IllegalArgumentException("modelRevision must not be negative: " + modelRevision);
    }
    components = List.copyOf(components);
    doubts = List.copyOf(doubts);
    kernels = List.copyOf(kernels);
    for (KernelWatts each : kernels) {
      if (each.watts().size() != components.size()) {
        throw new IllegalArgumentException(
            "'"
                + each.name()
                + "' must have watts of "
                + components.size()
                + " components, had "
                + each.watts().size());
      }
    }
  }

  /** Whether the split is known. */
  public boolean isKnown() {
    return idle != null;
  }

  /** Length of the interval. */
  public double seconds() {
    return (endNanos - startNanos) * 1e-9;
  }
}
