package io.wattune.core.sensitivity;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterReading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Sensitivities of a device, by activity name, from its counter readings. Readings of one name (the
 * invocations of one kernel) are put together as an exponentially weighted mean of what the model
 * gave, one step for each reading; readings of a fixed period, which have no name, give the
 * sensitivity of the device as a whole. Names are not distinguished by level, since decisions are
 * not either.
 *
 * <p>Depends on the readings and their order alone. One producer numbers a device's readings, and
 * they come in order; a number that is not above the newest is a repeat, unless it ends later than
 * all before: then the producer has begun anew. A clock that is stepped back therefore stops
 * nothing. Costs a walk over the names of the device; no thread safety. {@code
 * SensitivityEstimatorTest} and {@code SensitivityEstimatorPropertyTest} show it.
 */
public final class SensitivityEstimator {
  private final SensitivitySettings settings;

  public SensitivityEstimator(SensitivitySettings settings) {
    this.settings = settings;
  }

  /** Takes in one reading of the state's device; the state is changed. */
  public SensitivityResult next(SensitivityState state, CounterReading reading) {
    if (reading.sequence() <= state.sequence && reading.endNanos() <= state.newestEndNanos) {
      state.repeats++;
      return SensitivityResult.REPEAT;
    }
    state.sequence = reading.sequence();
    state.newestEndNanos = Math.max(state.newestEndNanos, reading.endNanos());
    state.readings++;
    long evictionsBefore = state.evictions;
    List<Sensitivity> reported = new ArrayList<>();
    Map<String, MissingCounter> missing = new LinkedHashMap<>();
    for (LinearModel model : settings.models()) {
      ModelEvaluation evaluation = model.evaluate(reading, settings.registers());
      if (evaluation.missing().isEmpty()) {
        fold(state, reading, model, evaluation.raw(), reported);
      }
      evaluation.missing().forEach(each -> missing.putIfAbsent(each.counter(), each));
    }
    return new SensitivityResult(
        false, reported, List.copyOf(missing.values()), (int) (state.evictions - evictionsBefore));
  }

  private void fold(
      SensitivityState state,
      CounterReading reading,
      LinearModel model,
      double raw,
      List<Sensitivity> reported) {
    NamedEstimates named = named(state, reading.activityName());
    named.lastUsed = state.readings;
    ModelEstimate estimate = estimate(named, model.name());
    boolean isFirst = estimate == null;
    if (estimate == null) {
      estimate = new ModelEstimate();
      estimate.model = model.name();
      estimate.raw = raw;
      named.models.add(estimate);
    } else {
      estimate.raw += settings.newestWeight() * (raw - estimate.raw);
    }
    double value = Math.max(0, Math.min(1, estimate.raw));
    SensitivityBin bin = settings.bins().next(isFirst ? null : estimate.bin, value);
    boolean isReported =
        isFirst
            || bin != estimate.bin
            || Math.abs(value - estimate.toldValue) >= settings.smallestChange()
            || Math.abs(reading.endNanos() - estimate.toldNanos) >= settings.refreshNanos();
    estimate.bin = bin;
    if (isReported) {
      estimate.toldValue = value;
      estimate.toldNanos = reading.endNanos();
      report(state, reading, model, estimate, reported);
    }
  }

  private static void report(
      SensitivityState state,
      CounterReading reading,
      LinearModel model,
      ModelEstimate estimate,
      List<Sensitivity> reported) {
    Quality quality = model.isTrainedFor(state.product) ? Quality.MEASURED : Quality.ESTIMATED;
    for (String tunable : model.tunables()) {
      reported.add(
          new Sensitivity(
              reading.device(),
              reading.activityName(),
              tunable,
              estimate.raw,
              estimate.toldValue,
              OptionalDouble.empty(),
              estimate.bin,
              model.name(),
              quality,
              reading.endNanos()));
    }
  }

  private static @Nullable ModelEstimate estimate(NamedEstimates named, String model) {
    for (ModelEstimate each : named.models) {
      if (each.model.equals(model)) {
        return each;
      }
    }
    return null;
  }

  /** What is known of a name; for a new one, the name that was used longest ago makes room. */
  private NamedEstimates named(SensitivityState state, @Nullable String activityName) {
    for (NamedEstimates each : state.names) {
      if (Objects.equals(each.activityName, activityName)) {
        return each;
      }
    }
    while (state.names.size() >= settings.namesPerDevice()) {
      state.names.remove(
          Collections.min(state.names, Comparator.comparingLong(each -> each.lastUsed)));
      state.evictions++;
    }
    var named = new NamedEstimates();
    named.activityName = activityName;
    state.names.add(named);
    return named;
  }
}
