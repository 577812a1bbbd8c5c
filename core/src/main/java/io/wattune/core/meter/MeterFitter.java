package io.wattune.core.meter;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.meter.MeterFit.Kind;
import io.wattune.core.reading.PowerUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Learns gain and offset of a sensor from plateaus that a meter saw too. On a plateau the sensor's
 * lag plays no role, so raw readings will do.
 *
 * <p>The idle plateau is the time before the first activity and, where it is steady, that between
 * activities and after the last, once the sensor has settled; the loaded one is the second half of
 * the longest activity. With two plateaus the line goes through both; with one, or two that differ
 * by less than 10 %, only a gain can be determined. Test: {@code MeterFitterTest}.
 *
 * <p>Error of each plateau: the scatter of blocks of 100 ms and more, and 0.3 % of its power for
 * the choice of its bounds, which moves real plateaus by about 0.5 % peak to peak. Pure functions;
 * cost one pass over the polls.
 */
public final class MeterFitter {
  /** Ahead of the recorded start: a poll or two, and what the clocks may differ by. */
  static final long IDLE_MARGIN_NANOS = 50_000_000L;

  /** An activity must last that long, so that a sensor has half a second to settle. */
  static final long MIN_LOAD_NANOS = 1_000_000_000L;

  /** Ahead of the recorded end: work may thin out, and the meter's clock may run behind. */
  static final long LOAD_MARGIN_NANOS = 300_000_000L;

  /** Below this difference the error of the offset would be many watts. */
  static final double MIN_CONTRAST = 0.1;

  /** Standard error of a plateau's power that its bounds alone bring, as a fraction. */
  static final double PLATEAU_CHOICE_ERROR = 0.003;

  /** No card's sensor is off by a factor of two: beyond it meter and readings do not belong. */
  private static final double MAX_FACTOR = 2;

  private MeterFitter() {}

  /**
   * Fits the sensor's scale.
   *
   * @param meter what the meter saw
   * @param timesNanos epoch nanoseconds of the sensor's polls, about in order
   * @param values raw readings in {@code unit}, or {@link
   *     io.wattune.core.reading.PollBlock#MISSING}
   * @param unit unit of the readings
   * @param activities when the device was loaded, in any order
   * @param settleNanos how long after the end of an activity the sensor still shows it
   */
  public static MeterFitResult fit(
      MeterTrace meter,
      long[] timesNanos,
      int[] values,
      PowerUnit unit,
      List<Interval> activities,
      long settleNanos) {
    if (timesNanos.length == 0 || activities.isEmpty()) {
      return new NoMeterFit(
          ("no gain from the meter: it needs readings and at least one activity, had %s "
                  + "readings and %s activities")
              .formatted(timesNanos.length, activities.size()));
    }
    long start = Math.max(meter.startNanos(), timesNanos[0]);
    long end = Math.min(meter.endNanos(), timesNanos[timesNanos.length - 1]);
    if (end <= start) {
      return new NoMeterFit(
          "no gain from the meter: meter and readings do not overlap in time, there are "
              + (start - end) / 1_000_000_000L
              + " s between them; check the time zone of the readings");
    }
    Function<Interval, Optional<Plateau>> look =
        interval -> Plateau.of(interval, meter, timesNanos, values, unit);
    Optional<Plateau> idle = idle(start, end, activities, settleNanos, look);
    Optional<Plateau> loaded = loaded(start, end, activities).flatMap(look);
    if (idle.isPresent() && loaded.isPresent()) {
      return fromTwo(idle.get(), loaded.get());
    }
    if (idle.isPresent() || loaded.isPresent()) {
      return fromOne(idle.or(() -> loaded).orElseThrow());
    }
    return new NoMeterFit(
        "no gain from the meter: there is neither an idle stretch of 0.25 s before the first"
            + " activity nor an activity of 1 s that both meter and sensor saw; record some idle"
            + " time first");
  }

  private static Optional<Plateau> idle(
      long start,
      long end,
      List<Interval> activities,
      long settleNanos,
      Function<Interval, Optional<Plateau>> look) {
    List<Interval> byStart =
        activities.stream().sorted(Comparator.comparingLong(Interval::startNanos)).toList();
    Optional<Plateau> idle =
        interval(start, Math.min(end, byStart.get(0).startNanos() - IDLE_MARGIN_NANOS))
            .flatMap(look);
    long busyUntil = Long.MIN_VALUE;
    for (int i = 0; i < byStart.size(); i++) {
      busyUntil = Math.max(busyUntil, byStart.get(i).endNanos());
      long next =
          i + 1 < byStart.size() ? byStart.get(i + 1).startNanos() - IDLE_MARGIN_NANOS : end;
      Optional<Plateau> after =
          interval(Math.max(start, busyUntil + settleNanos), Math.min(end, next))
              .flatMap(look)
              .filter(Plateau::isSteady);
      if (after.isPresent()) {
        idle = Optional.of(idle.map(before -> before.and(after.get())).orElseGet(after::get));
      }
    }
    return idle;
  }

  private static Optional<Interval> loaded(long start, long end, List<Interval> activities) {
    return activities.stream()
        .filter(activity -> activity.nanos() >= MIN_LOAD_NANOS)
        .max(Comparator.comparingLong(Interval::nanos))
        .flatMap(
            longest ->
                interval(
                    Math.max(start, longest.startNanos() + longest.nanos() / 2),
                    Math.min(end, longest.endNanos() - LOAD_MARGIN_NANOS)));
  }

  private static Optional<Interval> interval(long start, long end) {
    return end > start ? Optional.of(new Interval(start, end)) : Optional.empty();
  }

  private static MeterFitResult fromTwo(Plateau idle, Plateau loaded) {
    double s0 = idle.sensorWatts();
    double s1 = loaded.sensorWatts();
    double m0 = idle.meterWatts();
    double m1 = loaded.meterWatts();
    double difference = s1 - s0;
    if (Math.abs(difference) < MIN_CONTRAST * Math.max(Math.abs(s0), Math.abs(s1))) {
      double gain = (m0 + m1) / (s0 + s1);
      double error = StrictMath.hypot(errorWatts(idle, gain), errorWatts(loaded, gain)) / (s0 + s1);
      return plausible(Kind.GAIN_ONLY, gain, error, 0, 0, 0, Math.min(s0, s1), Math.max(s0, s1));
    }
    double gain = (m1 - m0) / difference;
    double v0 = square(errorWatts(idle, gain));
    double v1 = square(errorWatts(loaded, gain));
    return plausible(
        Kind.GAIN_AND_OFFSET,
        gain,
        Math.sqrt(v0 + v1) / Math.abs(difference),
        m0 - gain * s0,
        Math.sqrt(v0 * s1 * s1 + v1 * s0 * s0) / Math.abs(difference),
        -(v0 * s1 + v1 * s0) / square(difference),
        Math.min(s0, s1),
        Math.max(s0, s1));
  }

  private static MeterFitResult fromOne(Plateau plateau) {
    double sensor = plateau.sensorWatts();
    double gain = plateau.meterWatts() / sensor;
    return plausible(
        Kind.GAIN_ONLY, gain, errorWatts(plateau, gain) / sensor, 0, 0, 0, sensor, sensor);
  }

  private static double errorWatts(Plateau plateau, double gain) {
    return StrictMath.hypot(
        plateau.residualErrorWatts(gain), PLATEAU_CHOICE_ERROR * plateau.meterWatts());
  }

  private static MeterFitResult plausible(
      Kind kind,
      double gain,
      double gainError,
      double offset,
      double offsetError,
      double covariance,
      double low,
      double high) {
    if (!(gain >= 1 / MAX_FACTOR && gain <= MAX_FACTOR)) {
      return new NoMeterFit(
          "no gain from the meter: it would be "
              + gain
              + ", and no sensor is off by a factor of two; check that meter and readings belong to"
              + " one device and that their clocks agree (time zone)");
    }
    return new MeterFit(kind, gain, gainError, offset, offsetError, covariance, low, high);
  }
}
