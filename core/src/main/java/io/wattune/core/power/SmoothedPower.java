package io.wattune.core.power;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.Quality;
import io.wattune.core.estimate.PowerEstimate;
import io.wattune.core.estimate.PowerSmoother;
import io.wattune.core.estimate.Stretch;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;

/**
 * Smoothed power: what all samples about a time say of the power then, those after it as well as
 * those before.
 *
 * <p>Power is a random walk under the sensor's response that may step where an activity starts or
 * ends ({@link PowerSmoother}), which of all candidates had the least error on all sensors but one
 * (docs/reports/true-power.md). Time is cut into slices of {@value #SLICE_NANOS} ns, at multiples
 * of that; a slice is made from its samples and those within a margin to both sides, so that it
 * depends on nothing further away, and comes out the same whenever it is made. The margin is two
 * seconds and two responses (time constant or window): noise of 50 mW on a lag of 0.84 s is down to
 * a tenth of a watt by then, and of a window, both edges of a step lie within. It is at least eight
 * updates.
 *
 * <p>Standard error: the walk's own; the error of the response's constant times the slope that it
 * weighs; the delay's error times the slope of the power; for windows shorter than the update
 * period a tenth of the power for the share that was not seen, as in {@link BoxcarPower}; gain and
 * offset. Test: {@code SmoothingTest}.
 */
public final class SmoothedPower {
  /** Length of a slice. */
  public static final long SLICE_NANOS = 4_000_000_000L;

  /** Fewer samples in a row show no slope. */
  private static final int LEAST_SAMPLES = 3;

  private static final double LEAST_MARGIN_SECONDS = 2;
  private static final double MARGIN_RESPONSES = 2;
  private static final double MARGIN_UPDATES = 8;
  private static final double LEAST_NOISE_WATTS = 1e-3;
  private static final double LEAST_UNSEEN_ERROR = 0.1;

  /** What is not known any better is not said: between two steps there may be too few samples. */
  private static final double WORST_ERROR_WATTS = 1e3;

  private SmoothedPower() {}

  /** The slice that a time lies in. */
  public static long sliceAt(long timeNanos) {
    return Math.floorDiv(timeNanos, SLICE_NANOS);
  }

  /** How far before and behind a slice samples and boundaries count. */
  public static long marginNanos(SensorProfile profile) {
    double response = profile.response().constantSeconds();
    double seconds =
        Math.max(
            LEAST_MARGIN_SECONDS + MARGIN_RESPONSES * response,
            MARGIN_UPDATES * profile.updatePeriodSeconds());
    return Math.round(seconds * 1e9);
  }

  /**
   * Puts out the smoothed power at those samples that describe a range of time.
   *
   * @param run samples without a gap, those of the margins included
   * @param boundaries times of true power at which it may step, ascending
   * @param fromNanos start of the range
   * @param toNanos its end, not included
   */
  public static void put(
      SensorProfile profile,
      SampleRun run,
      long[] boundaries,
      long fromNanos,
      long toNanos,
      PowerColumns out) {
    long[] times = trueNanos(profile, run);
    if (run.count() < LEAST_SAMPLES) {
      for (int i = 0; i < run.count(); i++) {
        if (times[i] >= fromNanos && times[i] < toNanos) {
          out.add(times[i], run.watts(i), 0, 0, Quality.GAP);
        }
      }
      return;
    }
    PowerEstimate power = estimate(profile, run, boundaries, times, fromNanos);
    Quality quality = PowerCorrector.quality(profile).worst(Quality.CORRECTED);
    for (int i = 0; i < run.count(); i++) {
      if (times[i] < fromNanos || times[i] >= toNanos) {
        continue;
      }
      double variance = power.variances()[i] + profileVariance(profile, run, power, i);
      if (isWithoutInterval(profile, i) || !(variance < square(WORST_ERROR_WATTS))) {
        out.add(times[i], run.watts(i), 0, 0, Quality.GAP);
      } else {
        PowerCorrector.add(
            profile, times[i], run.watts(i), power.watts()[i], variance, quality, out);
      }
    }
  }

  private static PowerEstimate estimate(
      SensorProfile profile, SampleRun run, long[] boundaries, long[] times, long originNanos) {
    SensorModel model = profile.response();
    double[] seconds = run.secondsSince(originNanos + profile.delayNanos());
    double noise = Math.max(LEAST_NOISE_WATTS, profile.noiseWatts());
    double first = seconds[0] - model.windowSeconds();
    double[] steps = new double[boundaries.length];
    int n = 0;
    for (long boundary : boundaries) {
      double at = (boundary - originNanos) * 1e-9;
      if (at > first && at < seconds[seconds.length - 1]) {
        steps[n++] = at;
      }
    }
    Stretch stretch =
        Stretch.of(
            seconds,
            run.watts(),
            run.variances(noise, profile.updatePeriodSeconds()),
            Arrays.copyOf(steps, n));
    double[] wanted = seconds;
    if (model.isBoxcar()) {
      wanted = new double[seconds.length];
      for (int i = 0; i < wanted.length; i++) {
        wanted[i] = (times[i] - originNanos) * 1e-9;
      }
    }
    return PowerSmoother.smoothedAt(
        model, stretch, PowerSmoother.likeliestWalk(model, stretch), wanted);
  }

  /** The times that samples describe: those of {@link PowerCorrector}. */
  private static long[] trueNanos(SensorProfile profile, SampleRun run) {
    long[] times = new long[run.count()];
    long half = Math.round(0.5e9 * profile.windowSeconds());
    for (int i = 0; i < times.length; i++) {
      long end = run.timeNanos(i) - profile.delayNanos();
      if (!profile.averagesOverlap()) {
        times[i] = end - half;
      } else {
        times[i] = i == 0 ? end : end - (run.timeNanos(i) - run.timeNanos(i - 1)) / 2;
      }
    }
    return times;
  }

  /** The first sample of a run ends no interval. */
  private static boolean isWithoutInterval(SensorProfile profile, int i) {
    return i == 0 && profile.averagesOverlap();
  }

  /** Variance that the errors of the profile's constants add, gain and offset apart. */
  private static double profileVariance(
      SensorProfile profile, SampleRun run, PowerEstimate power, int i) {
    SensorModel model = profile.response();
    double watts = power.watts()[i];
    double response =
        switch (profile.sensorClass()) {
          case FIRST_ORDER_LAG ->
              model.timeConstantErrorSeconds()
                  * ((watts - run.watts(i)) / model.timeConstantSeconds());
          case BOXCAR -> model.windowErrorSeconds() * run.slope(i);
          case PASS_THROUGH -> model.slopeErrorSeconds() * run.slope(i);
        };
    double slope = Math.max(slopeTo(power, i), slopeTo(power, i + 1));
    double unseen =
        profile.sensorClass() == SensorClass.BOXCAR
            ? LEAST_UNSEEN_ERROR * (1 - model.seenShare(profile.updatePeriodSeconds())) * watts
            : 0;
    return square(response) + square(profile.delayErrorSeconds() * slope) + square(unseen);
  }

  private static double slopeTo(PowerEstimate power, int i) {
    return i <= 0 || i >= power.size()
        ? 0
        : Math.abs(power.watts()[i] - power.watts()[i - 1])
            / (power.seconds()[i] - power.seconds()[i - 1]);
  }
}
