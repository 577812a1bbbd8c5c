package io.wattune.core.loop;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.policy.Ladders;
import io.wattune.core.thermal.sensor.HeatWatch;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Keeps a device below a temperature: how high its limit of power and its clocks may be, whatever a
 * policy wishes. The highest at which the temperature that {@link HeatWatch} predicts, and one
 * standard error, stay within the limit until the next decision can be in force, at the power of
 * now; the highest power of the last minute may take it a kelvin above. Where the temperature is
 * not to be relied on, the lowest.
 *
 * <p>Power at another clock is as {@link ClockPower} says. What was seen at a higher clock bounds
 * it, too: were a load heavier by now, the next look would lower it again. A limit of power is
 * exact, so that it goes first. A level of which nothing is known is tried now and then, where that
 * is safe until it can be lowered again. Test: {@code HeatCeilingTest}.
 */
final class HeatCeiling {
  /** A temperature comes each second, power half a second late, a setting as late again. */
  private static final double AHEAD_SECONDS = 4;

  /** What is raised is to stay for a while. */
  private static final double RAISED_SECONDS = 12;

  /** After a step its power is not known before. */
  private static final long SETTLE_NANOS = 2_000_000_000L;

  /** Power comes ten times a second. */
  private static final long REVIEW_NANOS = 250_000_000L;

  private static final long RAISE_NANOS = 3_000_000_000L;

  /** Kelvin by which a load that was seen in the last minute may exceed the limit. */
  private static final double TOLERANCE = 1;

  private static final double KNOWN_SECONDS = 60;

  /** Of what may yet come, against what has been seen. */
  private static final double MORE = 1.5;

  private static final long SEEN_NANOS = 600_000_000_000L;
  private static final long TRY_NANOS = 60_000_000_000L;
  private static final double MEAN_SECONDS = 0.5;

  /** Where no limit of power says how large a device is: at least this, and twice what is seen. */
  private static final double USUAL_WATTS = 150;

  private final String model;
  private final double limit;
  private HeatWatch watch = new HeatWatch(USUAL_WATTS);
  private OptionalDouble limitWatts = OptionalDouble.empty();
  private int level;
  private int levelBefore;
  private final ClockInForce clock = new ClockInForce();
  private boolean isNews;
  private long changedNanos = LoopState.NEVER;
  private long powerNanos = LoopState.NEVER;
  private long reviewedNanos = LoopState.NEVER;
  private double mean = Double.NaN;

  /** The highest power of the last minute, and at which share of the own clock it was taken. */
  private double known;

  private double knownShare = 1;

  /** What was ever taken, and what the own clock might have taken of it. */
  private double mostSeen;

  private double highest;
  private final ClockPower byClock = new ClockPower();

  /** What was taken at each level of late: no lower one takes more. */
  private final Map<Integer, Seen> seen = new HashMap<>();

  /** When a level was tried; it may have been lowered before its power was known. */
  private final Map<Integer, Long> tried = new HashMap<>();

  private record Seen(double watts, long nanos) {}

  /**
   * Nothing is known of the device.
   *
   * @param model the vendor's name of the product; empty where it is not known
   * @param limit degrees Celsius
   */
  HeatCeiling(String model, double limit) {
    this.model = model;
    this.limit = limit;
  }

  String model() {
    return model;
  }

  double limit() {
    return limit;
  }

  /** A limit of power says how large a device is, also where nobody here may set it. */
  void describe(List<Tunable> tunables) {
    limitWatts =
        tunables.stream()
            .filter(each -> each.name().equals(TunableName.POWER_LIMIT))
            .map(HeatLevels::ownWatts)
            .flatMapToDouble(OptionalDouble::stream)
            .findFirst();
  }

  /** Times have been wrong: what was learned by them is void. */
  void forget() {
    watch = new HeatWatch(USUAL_WATTS);
    mean = Double.NaN;
    changedNanos = LoopState.NEVER;
    powerNanos = LoopState.NEVER;
    reviewedNanos = LoopState.NEVER;
    byClock.forgetChange();
    seen.clear();
    tried.clear();
  }

  void power(long nanos, double watts, Ladders ladders) {
    if (nanos <= powerNanos) {
      return;
    }
    highest = Math.max(highest, watts / HeatLevels.share(level, ladders));
    mostSeen = Math.max(mostSeen, watts);
    watch.scale(limitWatts.orElse(Math.max(USUAL_WATTS, 2 * mostSeen)));
    double seconds = powerNanos == LoopState.NEVER ? 0 : (nanos - powerNanos) * 1e-9;
    powerNanos = nanos;
    double left = StrictMath.exp(-seconds / MEAN_SECONDS);
    mean = Double.isNaN(mean) ? watts : watts + (mean - watts) * left;
    byClock.power(nanos, mean);
    known *= StrictMath.exp(-seconds / KNOWN_SECONDS);
    watch.power(nanos, watts);
  }

  void counters(CounterReading reading) {
    reading.hottestCelsius().ifPresent(celsius -> watch.temperature(reading.endNanos(), celsius));
  }

  /**
   * Looks how high settings may be now; whether that is another than before.
   *
   * @param possible all that may be in force at the node, by kernel
   */
  boolean review(List<Map<String, Configuration>> possible, Ladders ladders) {
    int lowest = HeatLevels.lowest(ladders);
    int before = Math.min(level, lowest);
    level = before;
    long now = watch.nowNanos();
    if (reviewedNanos != LoopState.NEVER && now - reviewedNanos < REVIEW_NANOS) {
      return level != before;
    }
    reviewedNanos = now;
    SensorDoubt doubt = watch.doubt();
    double share = clock.look(possible, ladders, now);
    if (doubt != SensorDoubt.NONE) {
      level = lowest;
    } else if (!Double.isNaN(mean) && hasSettled(SETTLE_NANOS)) {
      if (clock.isSure(powerNanos, SETTLE_NANOS)) {
        byClock.settled(mean, share);
        seen.put(level, new Seen(mean, now));
        // As it was taken: what the own clock would take is another figure with each step learned.
        if (byClock.atOwnClock(mean, share) >= byClock.atOwnClock(known, knownShare)) {
          known = mean;
          knownShare = share;
        }
      }
      level = next(share, ladders, lowest);
    }
    if (level == before) {
      return false;
    }
    byClock.changes(now, mean, share);
    changedNanos = now;
    levelBefore = before;
    isNews = true;
    return true;
  }

  /** Power is late, and a setting comes late: what came soon after a change is of before. */
  private boolean hasSettled(long nanos) {
    return changedNanos == LoopState.NEVER || powerNanos - changedNanos >= nanos;
  }

  private int next(double share, Ladders ladders, int lowest) {
    if (!fits(level, share, ladders, AHEAD_SECONDS)) {
      int lower = level;
      while (lower < lowest && !fits(lower, share, ladders, AHEAD_SECONDS)) {
        lower++;
      }
      return lower;
    }
    return level > 0
            && clock.isSure(powerNanos, SETTLE_NANOS)
            && hasSettled(RAISE_NANOS)
            && fits(level - 1, share, ladders, AHEAD_SECONDS)
            && (fits(level - 1, share, ladders, RAISED_SECONDS) || mayTry(level - 1))
        ? level - 1
        : level;
  }

  /**
   * Whether nothing says what power a level takes, so that it is tried; the time of it is kept.
   * From the lowest clocks the law of the clock is at its worst, since most of the power there is
   * what no clock changes: a guard that waited for a law by which the level may stay would never
   * try it.
   */
  private boolean mayTry(int at) {
    long now = watch.nowNanos();
    Seen before = seen.get(at);
    Long last = tried.get(at);
    if ((before != null && now - before.nanos() < SEEN_NANOS)
        || (last != null && now - last < TRY_NANOS)) {
      return false;
    }
    tried.put(at, now);
    return true;
  }

  private boolean fits(int at, double share, Ladders ladders, double seconds) {
    return upper(watts(at, mean, share, ladders), seconds) <= limit
        && upper(watts(at, known, knownShare, ladders), AHEAD_SECONDS) <= limit + TOLERANCE;
  }

  /** By how much power is late: what it was meanwhile is not known. */
  private double lateSeconds() {
    return Math.max(0, (watch.nowNanos() - powerNanos) * 1e-9);
  }

  private double upper(double watts, double seconds) {
    return watch
        .predict(watts, seconds + lateSeconds())
        .map(Prediction::upper)
        .orElse(Double.NEGATIVE_INFINITY);
  }

  /** Power at a level of what takes some watts at a share of the clock. */
  private double watts(int at, double watts, double share, Ladders ladders) {
    double limited = HeatLevels.powerLimit(at, ladders);
    double now = HeatLevels.powerLimit(level, ladders);
    // What is held by its limit would take more.
    boolean isHeld = limited > now && watts >= 0.93 * now;
    double other = HeatLevels.share(at, ladders);
    double by = isHeld ? limited : byClock.at(watts, share, other);
    for (Map.Entry<Integer, Seen> each : seen.entrySet()) {
      Seen higher = each.getValue();
      boolean isAsHigh = each.getKey() <= at && at < level;
      // A load that takes as much at a lower clock is a heavier one.
      if (isAsHigh && watch.nowNanos() - higher.nanos() < SEEN_NANOS && higher.watts() > watts) {
        double ofOther = HeatLevels.share(each.getKey(), ladders);
        by = Math.min(by, ClockPower.between(watts, share, higher.watts(), ofOther, other));
      }
    }
    return Math.min(limited, by);
  }

  /** The wishes, none above the ceiling; what is not wished for has the ceiling, too. */
  Map<String, Configuration> narrowed(Map<String, Configuration> wished, Ladders ladders) {
    return HeatLevels.narrowed(level, wished, ladders);
  }

  /**
   * By how many kelvin the device may be above its limit until the next decision can be in force,
   * whatever begins to run, as long as it takes no more than its limit of power, or where that is
   * not known half as much again as was ever seen: three standard errors. Infinite while nothing is
   * known.
   */
  double statedError(Ladders ladders) {
    OptionalDouble own = HeatLevels.ownLimit(ladders);
    double most = own.isPresent() ? own.getAsDouble() : MORE * highest;
    // Meanwhile it may be raised, or still be where it was.
    int highestLevel =
        Math.max(0, (hasSettled(SETTLE_NANOS) ? level : Math.min(level, levelBefore)) - 1);
    double watts = Math.max(mean, Math.min(HeatLevels.powerLimit(highestLevel, ladders), most));
    return watch.doubt() != SensorDoubt.NONE
        ? Double.POSITIVE_INFINITY
        : watch
            .predict(watts, AHEAD_SECONDS + lateSeconds())
            .map(each -> Math.max(0, each.celsius() + 3 * each.standardError() - limit))
            .orElse(Double.POSITIVE_INFINITY);
  }

  /** What it knows now, for whoever reads decisions. */
  HeatGuard known(Ladders ladders) {
    SensorDoubt doubt = watch.doubt();
    Prediction now =
        doubt == SensorDoubt.NONE ? watch.predict(mean, lateSeconds()).orElse(null) : null;
    double stated = statedError(ladders);
    return new HeatGuard(limit, now, Double.isFinite(stated) ? stated : null, doubt);
  }

  /** Whether settings are to change because of heat, and that has not been sent. */
  boolean isNews() {
    return isNews;
  }

  /** It has been sent. */
  void onSent() {
    isNews = false;
  }

  /** What holds and why, for people. */
  String note() {
    SensorDoubt doubt = watch.doubt();
    if (doubt != SensorDoubt.NONE) {
      return "the temperature " + doubt.words() + ": lowest settings";
    }
    String limited = String.format(Locale.ROOT, "limit %.0f C", limit);
    return watch
        .predict(mean, 0)
        .map(
            now ->
                String.format(
                    Locale.ROOT,
                    "%.1f C +- %.1f by the device's own sensor alone, which a hot spot may exceed;"
                        + " %s",
                    now.celsius(),
                    now.standardError(),
                    limited))
        .orElse(limited);
  }
}
