package io.wattune.dashboard.api;

import io.wattune.core.fleet.FleetScope;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.PowerSeries;
import io.wattune.store.history.PowerBucket;
import io.wattune.store.history.RawBucket;
import io.wattune.store.history.TimeRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Power over time: the last minutes from memory, what is older from the store. */
final class PowerQuestions {
  private static final long NANOS_PER_MICRO = 1000;
  private static final double NANOS_PER_MILLI = 1e6;

  /** How long a request may be on its way, so that the last minutes are still in memory. */
  private static final long SLACK_NANOS = 5_000_000_000L;

  private final LiveState state;
  private final Past past;

  PowerQuestions(LiveState state, Past past) {
    this.state = state;
    this.past = past;
  }

  /** A range in steps: those before {@code liveNanos} are the store's. */
  private record Steps(TimeRange range, long stepNanos, long liveNanos) {
    static Steps of(TimeRange range, int points, PowerSeries live, long heldNanos) {
      long micros = (range.toNanos() - range.fromNanos()) / NANOS_PER_MICRO;
      long stepNanos = Math.max(1, (micros + points - 1) / points) * NANOS_PER_MICRO;
      long firstNanos = live.size() == 0 ? range.toNanos() : live.timeNanos(0);
      // Into the step in which memory begins: it is whole only in the store, so the store gets it.
      long steps = Math.max(0, firstNanos - range.fromNanos() + stepNanos - 1) / stepNanos;
      boolean isLive = range.fromNanos() + SLACK_NANOS >= heldNanos;
      long liveNanos = isLive ? range.fromNanos() : range.fromNanos() + steps * stepNanos;
      return new Steps(range, stepNanos, Math.min(range.toNanos(), liveNanos));
    }

    boolean needsStore() {
      return liveNanos > range.fromNanos();
    }

    TimeRange older() {
      return new TimeRange(range.fromNanos(), liveNanos);
    }

    int olderSteps() {
      return (int) ((liveNanos - range.fromNanos() + stepNanos - 1) / stepNanos);
    }

    String source(boolean isStored, PowerSeries live) {
      boolean isLive = live.size() > 0 && liveNanos < range.toNanos();
      return isStored ? (isLive ? "store and memory" : "store") : "memory";
    }
  }

  /** Power of a sum. */
  SeriesAnswer fleet(
      FleetScope scope, String name, String label, TimeRange range, int points, long nowNanos) {
    PowerSeries held = state.fleetPower(scope, name, range.fromNanos(), range.toNanos());
    Steps steps = Steps.of(range, points, held, state.fleetHeldNanos(nowNanos));
    List<@Nullable Object[]> rows = new ArrayList<>();
    Past.Answer<List<PowerBucket>> older = new Past.Answer<>(null, null);
    if (steps.needsStore()) {
      older =
          past.ask(
              history ->
                  history.fleetPower(scope.label(), name, steps.older(), steps.olderSteps()));
      addAll(rows, older.value());
    }
    PowerSeries live = from(held, steps, older.value() != null, points);
    addAll(rows, live);
    return new SeriesAnswer(
        Units.ms(range.fromNanos()),
        Units.ms(range.toNanos()),
        steps.stepNanos() / NANOS_PER_MILLI,
        steps.source(older.value() != null, live),
        note(older),
        List.of(new SeriesAnswer.Series(label, rows)));
  }

  /** Power of a device. */
  DevicePowerAnswer device(
      String device, TimeRange range, int points, List<SensorProfile> profiles, long nowNanos) {
    PowerSeries held = state.power(device, range.fromNanos(), range.toNanos());
    Steps steps = Steps.of(range, points, held, state.powerHeldNanos(nowNanos));
    List<@Nullable Object[]> truth = new ArrayList<>();
    List<@Nullable Object[]> raw = new ArrayList<>();
    Past.Answer<List<PowerBucket>> older = new Past.Answer<>(null, null);
    if (steps.needsStore()) {
      older = past.ask(history -> history.power(device, steps.older(), steps.olderSteps()));
      addAll(truth, older.value());
      Past.Answer<List<RawBucket>> olderRaw =
          past.ask(history -> history.rawPower(device, steps.older(), steps.olderSteps()));
      if (olderRaw.value() != null) {
        for (RawBucket each : olderRaw.value()) {
          raw.add(
              new @Nullable Object[] {Units.ms(each.startNanos()), Units.watts(each.meanWatts())});
        }
      }
    }
    PowerSeries live = from(held, steps, older.value() != null, points);
    addAll(truth, live);
    for (int i = 0; i < live.size(); i++) {
      raw.add(new @Nullable Object[] {Units.ms(live.timeNanos(i)), Units.watts(live.rawWatts(i))});
    }
    List<@Nullable Object[]> smoothed = new ArrayList<>();
    addAll(smoothed, smoothed(device, steps, points));
    return new DevicePowerAnswer(
        Units.ms(range.fromNanos()),
        Units.ms(range.toNanos()),
        steps.stepNanos() / NANOS_PER_MILLI,
        steps.source(older.value() != null, live),
        note(older),
        raw,
        truth,
        smoothed,
        changes(profiles, range));
  }

  /** Smoothed power is in memory alone, in the steps that true power is in. */
  private PowerSeries smoothed(String device, Steps steps, int points) {
    TimeRange range = steps.range();
    PowerSeries held = state.smoothed(device, range.fromNanos(), range.toNanos());
    return held.size() > points || steps.needsStore()
        ? held.inSteps(range.fromNanos(), steps.stepNanos())
        : held;
  }

  /** What memory answers: from where the store ends, in steps where there are too many points. */
  private static PowerSeries from(PowerSeries held, Steps steps, boolean isStored, int points) {
    long beginNanos = isStored ? steps.liveNanos() : steps.range().fromNanos();
    PowerSeries live = held.from(beginNanos);
    return live.size() > points || isStored
        ? live.inSteps(steps.range().fromNanos(), steps.stepNanos())
        : live;
  }

  private static @Nullable String note(Past.Answer<?> older) {
    return older.note();
  }

  private static void addAll(List<@Nullable Object[]> rows, @Nullable List<PowerBucket> buckets) {
    if (buckets == null) {
      return;
    }
    for (PowerBucket each : buckets) {
      rows.add(
          new @Nullable Object[] {
            Units.ms(each.startNanos()),
            Units.watts(each.meanWatts()),
            Units.watts(each.lowestWatts()),
            Units.watts(each.highestWatts()),
            Units.watts(each.meanErrorWatts()),
            each.quality().code()
          });
    }
  }

  private static void addAll(List<@Nullable Object[]> rows, PowerSeries points) {
    for (int i = 0; i < points.size(); i++) {
      rows.add(
          new @Nullable Object[] {
            Units.ms(points.timeNanos(i)),
            Units.watts(points.meanWatts(i)),
            Units.watts(points.lowestWatts(i)),
            Units.watts(points.highestWatts(i)),
            Units.watts(points.errorWatts(i)),
            points.quality(i).code()
          });
    }
  }

  private static List<Number> changes(List<SensorProfile> profiles, TimeRange range) {
    ToLongFunction<SensorProfile> from = SensorProfile::validFromNanos;
    return Arrays.stream(profiles.stream().mapToLong(from).sorted().toArray())
        .filter(nanos -> nanos >= range.fromNanos() && nanos < range.toNanos())
        .mapToObj(Units::ms)
        .toList();
  }
}
