package io.wattune.core.component;

import io.wattune.core.Quality;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the record of one interval. */
record ComponentRecord(
    ComponentState state, String device, CounterInterval interval, EnergyTrace.Mean mean) {
  /** How long a drift is reported. */
  private static final long DRIFT_REPORTED_NANOS = 60_000_000_000L;

  private static final int LONGEST_NAME = 256;

  /** A total alone. */
  ComponentPower unknown() {
    return record(
        mean.watts(),
        mean.errorWatts(),
        null,
        List.of(),
        device,
        List.of(ComponentDoubt.NOT_YET_KNOWN),
        List.of());
  }

  /**
   * The split.
   *
   * @param isUnlike whether the fit has not seen such rates
   * @param given the given model, where it holds as it is; else null
   */
  ComponentPower known(double[] rates, boolean isUnlike, @Nullable GivenModel given) {
    ModelState model = state.model;
    var split = new ComponentSplit(model, rates);
    double total = split.modelWatts;
    double error = Math.sqrt(split.modelVariance);
    if (mean.isKnown()) {
      total = mean.watts();
      error = mean.errorWatts();
      split.addUpTo(model, total, error);
    }
    List<ComponentWatts> components = new ArrayList<>();
    List<Integer> firsts = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      if (model.groups[i] == i) {
        firsts.add(i);
        components.add(component(split, i));
      }
    }
    var idle =
        new ComponentWatts(
            ComponentWatts.IDLE,
            split.watts[0],
            Math.sqrt(split.variances[0]),
            List.of(),
            List.of());
    return record(
        total,
        error,
        idle,
        components,
        given == null ? device : given.name(),
        doubts(isUnlike, given != null),
        new KernelSplit(model, interval).of(split, firsts));
  }

  private ComponentWatts component(ComponentSplit split, int first) {
    List<String> names = new ArrayList<>();
    List<String> counters = new ArrayList<>();
    for (int i = first; i < state.names.size(); i++) {
      if (state.model.groups[i] == first) {
        names.add(state.names.get(i));
        counters.add(state.counters.get(i));
      }
    }
    String name = String.join(" + ", names);
    return new ComponentWatts(
        name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...",
        split.watts[first + 1],
        Math.sqrt(split.variances[first + 1]),
        counters,
        names.size() > 1 ? names : List.of());
  }

  private List<ComponentDoubt> doubts(boolean isUnlike, boolean isGiven) {
    List<ComponentDoubt> doubts = new ArrayList<>();
    if (isGiven) {
      doubts.add(ComponentDoubt.GIVEN);
    }
    if (state.isCoarse) {
      doubts.add(ComponentDoubt.COARSE);
    }
    long drift = state.model.driftNanos;
    if (drift != Long.MIN_VALUE && interval.endNanos - drift < DRIFT_REPORTED_NANOS) {
      doubts.add(ComponentDoubt.DRIFT);
    }
    if (isUnlike) {
      doubts.add(ComponentDoubt.UNLIKE);
    }
    if (!mean.isKnown()) {
      doubts.add(ComponentDoubt.NO_POWER);
    }
    return doubts;
  }

  private ComponentPower record(
      double totalWatts,
      double totalErrorWatts,
      @Nullable ComponentWatts idle,
      List<ComponentWatts> components,
      String modelId,
      List<ComponentDoubt> doubts,
      List<KernelWatts> kernels) {
    boolean isOfOneName = interval.isOfOneName && !interval.kernels.isEmpty();
    return new ComponentPower(
        device,
        interval.startNanos,
        interval.endNanos,
        interval.readings == 1 ? interval.activityId : null,
        isOfOneName ? interval.kernels.get(0).name : null,
        totalWatts,
        totalErrorWatts,
        idle,
        components,
        modelId,
        state.model.revision,
        mean.isKnown() ? mean.quality() : Quality.GAP,
        doubts,
        kernels);
  }
}
