package io.wattune.core.meter;

import io.wattune.core.sensor.SensorClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Fits a sensor's response on a meter beside it: which of pass-through, first-order lag and boxcar,
 * with which constant and delay, turns what the meter saw into what the sensor said.
 *
 * <p>For each class {@code y(k) = (x(t(k) - d) - offset) / gain}, with {@code x} the meter's power
 * after the response; gain and offset are linear, constant and delay {@code d} are searched on a
 * grid and then by steps that halve. All of the trace counts, so that edges need no names.
 *
 * <p><b>Errors.</b> Residuals of a sensor follow one another, so the least sum of squares stands
 * for {@code samples / }{@value #TOGETHER} independent ones. The errors of constant and delay are
 * from the inverse of the curvature over both, so that what one can do for the other is in both; at
 * least {@value #SYSTEMATIC} of the constant and {@value #LEAST_DELAY_ERROR_SECONDS} s of delay (a
 * recorded K40m is fitted alike by 54.5 ms with -4 ms and by 57 ms with -9 ms).
 *
 * <p>A class is told when the sum of squares of each other is larger by what would be chance once
 * in {@code e^}{@value #MARGIN} times. Test: {@code ResponseFitterTest}.
 */
public final class ResponseFitter {
  private static final double TOGETHER = 4;
  private static final double MARGIN = 5;
  private static final double SYSTEMATIC = 0.03;
  private static final double LEAST_DELAY_ERROR_SECONDS = 0.002;

  /** Responses that are looked for: from one reading of a fast meter to twice the longest known. */
  private static final double SHORTEST_SECONDS = 0.004;

  private static final double LONGEST_SECONDS = 2.5;
  private static final double CONSTANT_STEP = 0.2;

  /** Delays that are looked for: clocks may disagree; an A100 was seen to be 0.375 s late. */
  private static final double LEAST_DELAY_SECONDS = -0.03;

  private static final double MOST_DELAY_SECONDS = 0.45;
  private static final double DELAY_STEP_SECONDS = 0.01;
  private static final int LEAST_SAMPLES = 30;

  /** The shortest window known is 18 % of its update period (an A100, Yang et al. 2024). */
  private static final double AS_GOOD_AS_NONE = 0.18;

  /** How much of the curvature is left at the least when the other of the two may follow. */
  private static final double LEAST_DETERMINED = 0.05;

  private static final int HALVINGS = 9;

  private ResponseFitter() {}

  /**
   * Fits.
   *
   * @param meter by the clock of the samples
   * @param timesNanos times of the sensor's samples, increasing
   * @param watts the samples
   */
  public static ResponseFitResult fit(MeterTrace meter, long[] timesNanos, double[] watts) {
    ResponseData data = ResponseData.of(meter, timesNanos, watts, MOST_DELAY_SECONDS);
    if (data.samples() < LEAST_SAMPLES) {
      return new ResponseFitResult(
          List.of(),
          null,
          "no response from the meter: it covers "
              + data.samples()
              + " samples, and "
              + LEAST_SAMPLES
              + " are needed");
    }
    List<ResponseFit> fits = new ArrayList<>();
    for (SensorClass sensorClass : SensorClass.values()) {
      fits.add(best(data, sensorClass));
    }
    fits.sort(Comparator.comparingDouble(ResponseFit::rmsWatts));
    ResponseFit first = fits.get(0);
    ResponseFit second = fits.get(1);
    boolean over = first.constantSeconds() <= AS_GOOD_AS_NONE * data.spacingSeconds();
    if (over) {
      first = passThrough(fits);
    }
    boolean told = over || chance(second, first) >= MARGIN;
    if (!told || first.scale() == null) {
      return new ResponseFitResult(
          fits,
          null,
          "no response from the meter: "
              + first.words()
              + " and "
              + second.words()
              + " explain the readings alike; record more and steeper edges");
    }
    return new ResponseFitResult(fits, first, first.sentence());
  }

  /**
   * What is over within a small part of the time between two samples is a response only in name.
   */
  private static ResponseFit passThrough(List<ResponseFit> fits) {
    return fits.stream()
        .filter(fit -> fit.sensorClass() == SensorClass.PASS_THROUGH)
        .findFirst()
        .orElseThrow();
  }

  /** By how much a fit is worse than another, in logarithms of likelihood. */
  private static double chance(ResponseFit worse, ResponseFit better) {
    double ratio = square(worse.rmsWatts() / better.rmsWatts());
    return 0.5 * (ratio - 1) * better.samples() / TOGETHER;
  }

  private static ResponseFit best(ResponseData data, SensorClass sensorClass) {
    double[] constants = constants(sensorClass);
    double bestConstant = constants[0];
    double bestDelay = 0;
    double least = Double.POSITIVE_INFINITY;
    for (double constant : constants) {
      ResponseData.Filtered filtered = data.filtered(sensorClass, constant);
      for (double d = LEAST_DELAY_SECONDS; d < MOST_DELAY_SECONDS; d += DELAY_STEP_SECONDS) {
        double squares = filtered.at(d).squares();
        if (squares < least) {
          least = squares;
          bestConstant = constant;
          bestDelay = d;
        }
      }
    }
    return refined(data, sensorClass, bestConstant, bestDelay);
  }

  private static double[] constants(SensorClass sensorClass) {
    if (sensorClass == SensorClass.PASS_THROUGH) {
      return new double[] {0};
    }
    double range = StrictMath.log(LONGEST_SECONDS / SHORTEST_SECONDS);
    double[] constants = new double[(int) (range / CONSTANT_STEP) + 1];
    for (int i = 0; i < constants.length; i++) {
      constants[i] = SHORTEST_SECONDS * StrictMath.exp(i * CONSTANT_STEP);
    }
    return constants;
  }

  /** Walks downhill on constant and delay, with steps that halve where neither helps. */
  private static ResponseFit refined(
      ResponseData data, SensorClass sensorClass, double from, double fromDelay) {
    double constant = from;
    double delay = fromDelay;
    double constantStep = from * CONSTANT_STEP / 2;
    double delayStep = DELAY_STEP_SECONDS / 2;
    double least = data.filtered(sensorClass, constant).at(delay).squares();
    for (int halving = 0; halving < HALVINGS; ) {
      double bestConstant = constant;
      double bestDelay = delay;
      double best = least;
      for (int i = -1; i <= 1; i++) {
        double c = constant + i * constantStep;
        if ((i != 0 && constantStep == 0) || (c <= 0 && constantStep > 0)) {
          continue;
        }
        ResponseData.Filtered filtered = data.filtered(sensorClass, c);
        for (int j = -1; j <= 1; j++) {
          double squares = filtered.at(delay + j * delayStep).squares();
          if (squares < best) {
            best = squares;
            bestConstant = c;
            bestDelay = delay + j * delayStep;
          }
        }
      }
      if (best < least) {
        least = best;
        constant = bestConstant;
        delay = bestDelay;
      } else {
        constantStep /= 2;
        delayStep /= 2;
        halving++;
      }
    }
    return withErrors(data, sensorClass, constant, delay);
  }

  private static ResponseFit withErrors(
      ResponseData data, SensorClass sensorClass, double constant, double delay) {
    Regression at = data.filtered(sensorClass, constant).at(delay);
    double variance = at.squares() / Math.max(1, data.samples() - 4) * TOGETHER;
    double h = 0.05 * constant;
    double k = 0.003;
    double dd =
        curvature(
            data.filtered(sensorClass, constant).at(delay + k).squares(),
            at.squares(),
            data.filtered(sensorClass, constant).at(delay - k).squares(),
            k);
    double constantError = 0;
    double delayError = Math.sqrt(2 * variance / dd);
    if (constant > 0) {
      ResponseData.Filtered more = data.filtered(sensorClass, constant + h);
      ResponseData.Filtered less = data.filtered(sensorClass, constant - h);
      double cc = curvature(more.at(delay).squares(), at.squares(), less.at(delay).squares(), h);
      double cd =
          (more.at(delay + k).squares()
                  - more.at(delay - k).squares()
                  - less.at(delay + k).squares()
                  + less.at(delay - k).squares())
              / (4 * h * k);
      double determinant = Math.max(LEAST_DETERMINED * cc * dd, cc * dd - cd * cd);
      constantError = Math.min(constant, Math.sqrt(2 * variance * dd / determinant));
      delayError = Math.sqrt(2 * variance * cc / determinant);
    }
    return new ResponseFit(
        sensorClass,
        constant,
        StrictMath.hypot(constantError, SYSTEMATIC * constant),
        delay,
        StrictMath.hypot(Math.min(delayError, MOST_DELAY_SECONDS), LEAST_DELAY_ERROR_SECONDS),
        at.scale(TOGETHER),
        Math.sqrt(at.squares() / data.samples()),
        data.samples());
  }

  private static double curvature(double more, double here, double less, double step) {
    return Math.max(1e-12, (more - 2 * here + less) / (step * step));
  }

  private static double square(double x) {
    return x * x;
  }
}
