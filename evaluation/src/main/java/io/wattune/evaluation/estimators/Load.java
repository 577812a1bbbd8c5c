package io.wattune.evaluation.estimators;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.testbed.TruePowerCurve;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * True power of a trace, and its activities: one of each length from 20 ms to 5 s, in random order,
 * at random powers and distances. Every other one rises over 200 ms, as clocks do on some cards.
 *
 * @param curve true power
 * @param startsNanos starts of the activities
 * @param endsNanos their ends
 * @param endNanos end of the trace, which starts at {@link #START_NANOS}
 */
record Load(TruePowerCurve curve, List<Long> startsNanos, List<Long> endsNanos, long endNanos)
    implements Truth {
  static final long START_NANOS = 1_800_000_000_000_000_000L;

  private static final long MILLI = 1_000_000L;
  private static final List<Long> LENGTHS_MILLIS =
      List.of(20L, 50L, 100L, 200L, 500L, 1_000L, 2_000L, 5_000L);
  private static final double IDLE_WATTS = 50;
  private static final long RAMP_MILLIS = 200;

  Load {
    startsNanos = List.copyOf(startsNanos);
    endsNanos = List.copyOf(endsNanos);
  }

  /** The load of a seed. */
  static Load of(long seed) {
    var random = new Random(new SplittableRandom(seed).nextLong());
    List<Long> lengths = new ArrayList<>(LENGTHS_MILLIS);
    Collections.shuffle(lengths, random);
    TruePowerCurve.Builder curve = TruePowerCurve.startingAt(START_NANOS, IDLE_WATTS);
    var starts = new ArrayList<Long>();
    var ends = new ArrayList<Long>();
    long at = START_NANOS + 2_500 * MILLI;
    for (int i = 0; i < lengths.size(); i++) {
      double watts = 80 + 140 * random.nextDouble();
      long end = at + lengths.get(i) * MILLI;
      long ramp = Math.min(end, at + RAMP_MILLIS * MILLI);
      if (i % 2 == 0) {
        curve.level(at, watts);
      } else {
        curve.ramp(at, 0.8 * watts, ramp == end ? end - 1 : ramp, watts);
      }
      curve.level(end, IDLE_WATTS);
      starts.add(at);
      ends.add(end);
      at = end + Math.round((300 + 900 * random.nextDouble()) * MILLI);
    }
    return new Load(curve.build(), starts, ends, at + 1_500 * MILLI);
  }

  int activities() {
    return startsNanos.size();
  }

  /** The activities as they are reported. */
  List<Activity> reported() {
    return IntStream.range(0, activities())
        .mapToObj(
            i ->
                new Activity(
                    KnownSensor.DEVICE,
                    id(i),
                    Book.KERNEL,
                    id(i),
                    startsNanos.get(i),
                    endsNanos.get(i),
                    null,
                    Map.of()))
        .toList();
  }

  static String id(int activity) {
    return Integer.toString(activity);
  }

  double energyJoules(int activity) {
    return curve.energyJoules(startsNanos.get(activity), endsNanos.get(activity));
  }

  double lengthSeconds(int activity) {
    return (endsNanos.get(activity) - startsNanos.get(activity)) * 1e-9;
  }

  @Override
  public long startNanos() {
    return START_NANOS;
  }

  @Override
  public double[] boundaries() {
    double[] boundaries = new double[2 * activities()];
    for (int i = 0; i < activities(); i++) {
      boundaries[2 * i] = seconds(startsNanos.get(i));
      boundaries[2 * i + 1] = seconds(endsNanos.get(i));
    }
    return boundaries;
  }

  @Override
  public double powerWatts(double seconds) {
    return curve.powerWatts(START_NANOS + Math.round(seconds * 1e9));
  }

  private static double seconds(long nanos) {
    return (nanos - START_NANOS) * 1e-9;
  }
}
