package io.wattune.dashboard.api;

import io.wattune.core.fleet.FleetScope;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.PowerPoint;
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
    static Steps of(TimeRange range, int points, List<PowerPoint> live, long heldNanos) {
      long micros = (range.toNanos() - range.fromNanos()) / NANOS_PER_MICRO;
      long stepNanos = Math.max(1, (micros + points - 1) / points) * NANOS_PER_MICRO;
      long firstNanos = live.isEmpty() ? range.toNanos() : live.get(0).timeNanos();
      // Into the step in which memory begins: it is whole only in the store, so the store gets it.
      long steps = Math.max(0, firstNanos - range.fromNanos() + stepNanos - 1) / stepNanos;
      boolean isLive = range.fromNanos() + SLACK_NANOS >= heldNanos;
      long liveNanos = isLive ? range.fromNanos() : range.fromNanos() + steps * stepNanos;
      return new Steps(range, stepNanos, Math.min(range.toNanos(), liveNanos));
    }

    List<PowerPoint> of(List<PowerPoint> points) {
      return PowerPoint.inSteps(points, range.fromNanos(), stepNanos);
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

    String source(boolean isStored, List<PowerPoint> live) {
      boolean isLive = !live.isEmpty() && liveNanos < range.toNanos();
      return isStored ? (isLive ? "store and memory" : "store") : "memory";
    }
  }

  /** Power of a sum. */
  SeriesAnswer fleet(
      FleetScope scope, String name, String label, TimeRange range, int points, long nowNanos) {
    List<PowerPoint> held = state.fleetPower(scope, name, range.fromNanos(), range.toNanos());
    Steps steps = Steps.of(range, points, held, state.fleetHeldNanos(nowNanos));
    List<@Nullable Object[]> rows = new ArrayList<>();
    Past.HistoryAnswer<List<PowerBucket>> older = new Past.HistoryAnswer<>(null, null);
    if (steps.needsStore()) {
      older =
          past.ask(
              history ->
                  history.fleetPower(scope.label(), name, steps.older(), steps.olderSteps()));
      if (older.value() != null) {
        older.value().forEach(each -> rows.add(row(each)));
      }
    }
    List<PowerPoint> live = from(held, steps, older.value() != null, points);
    live.forEach(each -> rows.add(row(each)));
    return new SeriesAnswer(
        Units.ms(range.fromNanos()),
        Units.ms(range.toNanos()),
        steps.stepNanos() / NANOS_PER_MILLI,
        steps.source(older.value() != null, live),
        older.note(),
        List.of(new SeriesAnswer.ChartLine(label, rows)));
  }

  /** Power of a device. */
  DevicePowerAnswer device(
      String device, TimeRange range, int points, List<SensorProfile> profiles, long nowNanos) {
    List<PowerPoint> held = state.power(device, range.fromNanos(), range.toNanos());
    Steps steps = Steps.of(range, points, held, state.powerHeldNanos(nowNanos));
    List<@Nullable Object[]> truth = new ArrayList<>();
    List<@Nullable Object[]> raw = new ArrayList<>();
    Past.HistoryAnswer<List<PowerBucket>> older = new Past.HistoryAnswer<>(null, null);
    if (steps.needsStore()) {
      older = past.ask(history -> history.power(device, steps.older(), steps.olderSteps()));
      if (older.value() != null) {
        older.value().forEach(each -> truth.add(row(each)));
      }
      Past.HistoryAnswer<List<RawBucket>> olderRaw =
          past.ask(history -> history.rawPower(device, steps.older(), steps.olderSteps()));
      if (olderRaw.value() != null) {
        olderRaw.value().forEach(each -> raw.add(reading(each.startNanos(), each.meanWatts())));
      }
    }
    List<PowerPoint> live = from(held, steps, older.value() != null, points);
    live.forEach(each -> truth.add(row(each)));
    live.forEach(each -> raw.add(reading(each.timeNanos(), each.rawWatts())));
    return new DevicePowerAnswer(
        Units.ms(range.fromNanos()),
        Units.ms(range.toNanos()),
        steps.stepNanos() / NANOS_PER_MILLI,
        steps.source(older.value() != null, live),
        older.note(),
        raw,
        truth,
        smoothed(device, steps, points).stream().map(PowerQuestions::row).toList(),
        changes(profiles, range));
  }

  /** Smoothed power is in memory alone, in the steps that true power is in. */
  private List<PowerPoint> smoothed(String device, Steps steps, int points) {
    TimeRange range = steps.range();
    List<PowerPoint> held = state.smoothed(device, range.fromNanos(), range.toNanos());
    return held.size() > points || steps.needsStore() ? steps.of(held) : held;
  }

  /** What memory answers: from where the store ends, in steps where there are too many points. */
  private static List<PowerPoint> from(
      List<PowerPoint> held, Steps steps, boolean isStored, int points) {
    long beginNanos = isStored ? steps.liveNanos() : steps.range().fromNanos();
    List<PowerPoint> live = held.stream().dropWhile(each -> each.timeNanos() < beginNanos).toList();
    return live.size() > points || isStored ? steps.of(live) : live;
  }

  private static @Nullable Object[] reading(long nanos, double watts) {
    return new @Nullable Object[] {Units.ms(nanos), Units.watts(watts)};
  }

  private static @Nullable Object[] row(PowerBucket of) {
    return row(
        new PowerPoint(
            of.startNanos(),
            Double.NaN,
            of.meanWatts(),
            of.lowestWatts(),
            of.highestWatts(),
            of.meanErrorWatts(),
            of.quality(),
            0));
  }

  private static @Nullable Object[] row(PowerPoint of) {
    return new @Nullable Object[] {
      Units.ms(of.timeNanos()),
      Units.watts(of.meanWatts()),
      Units.watts(of.lowestWatts()),
      Units.watts(of.highestWatts()),
      Units.watts(of.errorWatts()),
      of.quality().code()
    };
  }

  private static List<Number> changes(List<SensorProfile> profiles, TimeRange range) {
    ToLongFunction<SensorProfile> from = SensorProfile::validFromNanos;
    return Arrays.stream(profiles.stream().mapToLong(from).sorted().toArray())
        .filter(nanos -> nanos >= range.fromNanos() && nanos < range.toNanos())
        .mapToObj(Units::ms)
        .toList();
  }
}
