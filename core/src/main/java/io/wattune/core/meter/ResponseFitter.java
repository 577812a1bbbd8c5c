package io.wattune.core.meter;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.sensor.SensorClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fits a sensor's response on a meter beside it: which of pass-through, first-order lag and boxcar,
 * with which constant and delay, turns what the meter saw into what the sensor said.
 *
 * <p>For each class {@code y(k) = (x(t(k) - d) - offset) / gain}, with {@code x} the meter's power
 * after the response; gain and offset are linear, constant and delay {@code d} are searched on a
 * grid, and from its best few minima by steps that halve: under loads that repeat the sum of
 * squares has many. All of the trace counts, so that edges need no names.
 *
 * <p><b>Errors.</b> Residuals of a sensor follow one another, so the least sum of squares stands
 * for {@code samples / }{@value #TOGETHER} independent ones. The errors of constant and delay are
 * from the inverse of the curvature over both, so that what one can do for the other is in both; at
 * least {@value ResponseSearch#SYSTEMATIC} of the constant and {@value
 * ResponseSearch#LEAST_DELAY_ERROR_SECONDS} s of delay (a recorded K40m is fitted alike by 54.5 ms
 * with -4 ms and by 57 ms with -9 ms).
 *
 * <p>A class is reported when the sum of squares of each other is larger by what would be chance
 * once in {@code e^}{@value #MARGIN} times. Other minima of the same class that are as good but for
 * chance once in {@code e^}{@value #AS_GOOD} times widen the errors of constant, delay and scale to
 * reach them. Where another class explains the readings alike, no class is reported, and energies
 * go by the best, with errors that reach the others. Nothing is known where what the best leaves is
 * {@value #MISFIT} of the readings' range, beyond noise and the times of updates: the sensor is
 * none of these, or clock or load are not what they seem. Test: {@code ResponseFitterTest}, {@code
 * RandomMeteredSensorsTest}.
 */
public final class ResponseFitter {
  static final double TOGETHER = 4;
  private static final double MARGIN = 5;
  private static final double AS_GOOD = 2;

  /** What is left of two clocks' difference once offset and drift are taken out. */
  private static final double CLOCK_ERROR_SECONDS = 0.00025;

  /** Of two that are as good, the other is off by so many of the errors then stated. */
  private static final double OTHER_ERRORS = 1.5;

  /** Share of the readings' range; the cards recorded so far are fitted within 0.3 to 1.5 %. */
  private static final double MISFIT = 0.04;

  /** Boards are off by 6 % at the most (Yang et al. 2024), NVIDIA states 5 %. */
  private static final double MOST_GAIN = 1.3;

  /** A gain with a larger error, as a share of the gain, counts as not known. */
  private static final double MOST_GAIN_ERROR = 0.5;

  /**
   * Delays that are looked for, in seconds and in update periods, whichever is more: clocks may
   * disagree; an A100 was seen to be 0.375 s late.
   */
  private static final double LEAST_DELAY_SECONDS = -0.03;

  private static final double LEAST_DELAY_PERIODS = -1.2;
  private static final double MOST_DELAY_SECONDS = 0.45;
  private static final double MOST_DELAY_PERIODS = 2.2;
  private static final double DELAY_STEP_SECONDS = 0.01;
  private static final double DELAY_STEP_PERIODS = 0.125;
  private static final double LEAST_STEP_SECONDS = 0.004;
  private static final int LEAST_SAMPLES = 30;

  /** The shortest window known is 18 % of its update period (an A100, Yang et al. 2024). */
  private static final double AS_GOOD_AS_NONE = 0.18;

  /** A constant of so many polls hardly feels when in a poll a value came about. */
  private static final double LONG_POLLS = 3;

  /** Half the time between polls that are seldom. */
  private static final double MOST_MOVED_SECONDS = 0.01;

  private final ResponseData data;
  private final ResponseSearch search;
  private final double timeErrorSeconds;
  private final double noiseWatts;

  private ResponseFitter(ResponseData data, ResponseSearch search, double timeErrorSeconds) {
    this.data = data;
    this.search = search;
    this.timeErrorSeconds = timeErrorSeconds;
    this.noiseWatts = data.noiseWatts();
  }

  /**
   * Fits.
   *
   * @param meter by the clock of the samples
   * @param timesNanos times of the sensor's samples, increasing
   * @param watts the samples
   * @param periodSeconds time between two updates of the sensor
   * @param timeErrorSeconds standard error of the samples' times
   */
  public static ResponseFitResult fit(
      MeterTrace meter,
      long[] timesNanos,
      double[] watts,
      double periodSeconds,
      double timeErrorSeconds) {
    double least = Math.min(LEAST_DELAY_SECONDS, LEAST_DELAY_PERIODS * periodSeconds);
    double most = Math.max(MOST_DELAY_SECONDS, MOST_DELAY_PERIODS * periodSeconds);
    double step =
        Math.max(
            LEAST_STEP_SECONDS, Math.min(DELAY_STEP_SECONDS, DELAY_STEP_PERIODS * periodSeconds));
    ResponseData data = ResponseData.of(meter, timesNanos, watts, least);
    if (data.samples() < LEAST_SAMPLES) {
      return ResponseFitResult.none(
          List.of(),
          null,
          "no response from the meter: it covers %s samples, and %s are needed"
              .formatted(data.samples(), LEAST_SAMPLES));
    }
    double[] delays = new double[(int) ((most - least) / step) + 1];
    Arrays.setAll(delays, i -> least + i * step);
    double timeError = StrictMath.hypot(timeErrorSeconds, CLOCK_ERROR_SECONDS);
    var search = new ResponseSearch(data, delays, step, periodSeconds, timeError);
    return new ResponseFitter(data, search, timeError).result();
  }

  /**
   * A fitted response by other times of the samples, which lie a part of a poll from those that
   * were fitted: its delay, and its constant, too, where that is long beside polls; null for none.
   */
  static @Nullable ResponseFit heldBy(
      MeterTrace meter,
      long[] timesNanos,
      double[] watts,
      double pollSeconds,
      @Nullable ResponseFit fit) {
    if (fit == null) {
      return null;
    }
    double least = fit.delaySeconds() - MOST_MOVED_SECONDS;
    ResponseData data = ResponseData.of(meter, timesNanos, watts, Math.min(0, least));
    boolean isLong = fit.constantSeconds() > LONG_POLLS * pollSeconds;
    var descent =
        new ResponseDescent(
            data,
            fit.sensorClass(),
            least,
            fit.delaySeconds() + MOST_MOVED_SECONDS,
            fit.constantSeconds(),
            isLong ? fit.constantErrorSeconds() : 0,
            fit.delaySeconds(),
            LEAST_STEP_SECONDS);
    descent.descend(ResponseSearch.HALVINGS);
    return fit.movedTo(descent.constantSeconds(), descent.delaySeconds());
  }

  private ResponseFitResult result() {
    List<ResponseFit> minima = new ArrayList<>();
    List<ResponseFit> best = new ArrayList<>();
    for (SensorClass sensorClass : SensorClass.values()) {
      List<ResponseFit> found = search.minima(sensorClass);
      minima.addAll(found);
      best.add(found.get(0));
    }
    best.sort(Comparator.comparingDouble(ResponseFit::rmsWatts));
    ResponseFit first = chosenOf(best);
    ResponseFit widened = widened(first, minima);
    double misfit = misfitWatts(first);
    MeterFit scale = widened.scale();
    if (scale == null || scale.gainError() > MOST_GAIN_ERROR * scale.gain()) {
      return ResponseFitResult.none(
          best,
          null,
          "no response from the meter: the readings hardly rise with its power; check that both"
              + " belong to one device and that their clocks agree, and record loads that do not come"
              + " and go in step with the sensor's updates");
    }
    boolean isLikely = scale.gain() <= MOST_GAIN && scale.gain() >= 1 / MOST_GAIN;
    if (misfit > MISFIT * data.rangeWatts()) {
      MeterFit within = scale.within(misfit, data.deviationWatts(), data.meanWatts());
      return ResponseFitResult.none(best, isLikely ? within : null, odd(first, misfit));
    }
    if (!isLikely) {
      return ResponseFitResult.none(
          best,
          null,
          String.format(
              Locale.ROOT,
              "no response from the meter: the best, %s, would need a gain of %.2f, and no board's"
                  + " sensor is off by so much; check that meter and readings belong to one device,"
                  + " and record loads that do not come and go in step with the sensor's updates",
              first.words(),
              scale.gain()));
    }
    List<ResponseFit> others = alike(first, best);
    if (!others.isEmpty()) {
      ResponseFit used = widened;
      for (ResponseFit other : others) {
        used = used.reaching(other);
      }
      return new ResponseFitResult(
          best,
          null,
          used,
          scale,
          ("no class from the meter: %s and %s explain the readings alike; energies go by "
                  + "the first, with errors that reach the other; record more and steeper edges")
              .formatted(first.words(), others.get(0).words()));
    }
    return new ResponseFitResult(best, widened, widened, scale, widened.sentence());
  }

  private String odd(ResponseFit first, double misfit) {
    return String.format(
        Locale.ROOT,
        "no response from the meter: the best, %s with a delay of %.1f ms, leaves %.1f W rms, of"
            + " which noise and the times of updates explain %.1f W; the readings range over %.0f W."
            + " The sensor is of no known class, or meter, clocks and activities do not belong"
            + " together; what is left, %.1f W, is in the error of the scale",
        first.words(),
        first.delaySeconds() * 1e3,
        first.rmsWatts(),
        explainedWatts(first),
        data.rangeWatts(),
        misfit);
  }

  /** Pass-through where nothing speaks against it, else the one with the least left over. */
  private ResponseFit chosenOf(List<ResponseFit> best) {
    ResponseFit first = best.get(0);
    for (ResponseFit fit : best) {
      if (fit.sensorClass() == SensorClass.PASS_THROUGH && chance(fit, first) < MARGIN) {
        return fit;
      }
    }
    return first;
  }

  /** Other classes that explain the readings as well and are not the same but for their names. */
  private List<ResponseFit> alike(ResponseFit first, List<ResponseFit> best) {
    double brief = AS_GOOD_AS_NONE * data.spacingSeconds();
    List<ResponseFit> alike = new ArrayList<>();
    for (ResponseFit fit : best) {
      boolean isBrief = first.constantSeconds() <= brief && fit.constantSeconds() <= brief;
      if (fit.sensorClass() != first.sensorClass() && !isBrief && chance(fit, first) < MARGIN) {
        alike.add(fit);
      }
    }
    return alike;
  }

  /**
   * By how much a fit is worse than another, in logarithms of likelihood. Of a fit that leaves less
   * than noise and times explain, the rest was fitted to these.
   */
  private double chance(ResponseFit worse, ResponseFit better) {
    double least = Math.max(better.rmsWatts(), explainedWatts(better));
    double ratio = square(worse.rmsWatts() / least);
    return 0.5 * (ratio - 1) * better.samples() / TOGETHER;
  }

  /** Sum of squares up to which others are as good as a fit. */
  private double asGoodSquares(ResponseFit fit) {
    double least = Math.max(fit.rmsWatts(), explainedWatts(fit));
    return square(least) * (data.samples() + 2 * AS_GOOD * TOGETHER);
  }

  /**
   * The same with errors that reach all that are as good: constant and delay those of its class,
   * the scale those of any.
   */
  private ResponseFit widened(ResponseFit fit, List<ResponseFit> minima) {
    double most = asGoodSquares(fit);
    double constant = 0;
    double delay = 0;
    MeterFit scale = fit.scale();
    for (ResponseFit other : minima) {
      if (square(other.rmsWatts()) * data.samples() <= most) {
        boolean isLike = other.sensorClass() == fit.sensorClass();
        double away = Math.abs(other.constantSeconds() - fit.constantSeconds());
        constant = isLike ? Math.max(constant, away) : constant;
        delay =
            isLike ? Math.max(delay, Math.abs(other.delaySeconds() - fit.delaySeconds())) : delay;
        scale = reaching(scale, fit.scale(), other.scale());
      }
    }
    for (ResponseSearch.Tried other : search.tried()) {
      if (other.at().squares() <= most) {
        boolean isLike = other.sensorClass() == fit.sensorClass();
        double away = Math.abs(other.constant() - fit.constantSeconds());
        constant = isLike ? Math.max(constant, away) : constant;
        delay = isLike ? Math.max(delay, Math.abs(other.delay() - fit.delaySeconds())) : delay;
        scale = reaching(scale, fit.scale(), other.at().scale(TOGETHER));
      }
    }
    return new ResponseFit(
        fit.sensorClass(),
        fit.constantSeconds(),
        Math.max(fit.constantErrorSeconds(), constant / OTHER_ERRORS),
        fit.delaySeconds(),
        Math.max(fit.delayErrorSeconds(), delay / OTHER_ERRORS),
        scale,
        fit.rmsWatts(),
        fit.samples());
  }

  private static @Nullable MeterFit reaching(
      @Nullable MeterFit wide, @Nullable MeterFit fit, @Nullable MeterFit other) {
    return wide == null || fit == null || other == null
        ? wide
        : wide.reaching(
            (other.gain() - fit.gain()) / OTHER_ERRORS,
            (other.offsetWatts() - fit.offsetWatts()) / OTHER_ERRORS);
  }

  /** What a fit leaves beyond noise and the times of updates, in watts of the sensor. */
  private double misfitWatts(ResponseFit fit) {
    return Math.sqrt(Math.max(0, square(fit.rmsWatts()) - square(explainedWatts(fit))));
  }

  /** What noise and the error of the updates' times leave of any response. */
  private double explainedWatts(ResponseFit fit) {
    return StrictMath.hypot(noiseWatts, data.timingWatts(fit, timeErrorSeconds));
  }
}
