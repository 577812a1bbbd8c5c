package io.wattune.core.sensor;

import java.util.function.DoubleUnaryOperator;

/**
 * Fit of a sensor's answer to one upward step of power, by three models.
 *
 * <p><b>Lag</b> (Burtscher et al. 2014, section 4): {@code y = P1 - A exp(-t / C)}, least squares;
 * linear in {@code P1} and {@code A}, so that {@code C} alone is searched (variable projection), on
 * a logarithmic grid and then by golden section. <b>Boxcar</b>: a ramp from the level before to
 * {@code P1} in a time {@code W}. <b>Pass-through</b>: {@code y = P1} from the first sample on.
 *
 * <p>Units: time s since the last sample before the step, power W. Standard error of {@code C} from
 * the curvature of the sum of squares at its minimum: {@code var C = 2 s^2 / (d^2 SSE / dC^2)}.
 * Tests: {@code StepFitTest} (recovers {@code C} of exact and of noisy steps, distinguishes ramps
 * from lags).
 *
 * @param timeConstantSeconds {@code C}
 * @param timeConstantErrorSeconds its standard error, from the fit alone
 * @param levelWatts {@code P1} of the lag
 * @param lagRmsWatts root mean square of the residuals of the lag
 * @param boxcarRmsWatts the same of the boxcar
 * @param passRmsWatts the same of pass-through
 * @param samples number of samples fitted
 * @param informative samples within {@code 3 C} of the step: those that shape {@code C}
 */
public record StepFit(
    double timeConstantSeconds,
    double timeConstantErrorSeconds,
    double levelWatts,
    double lagRmsWatts,
    double boxcarRmsWatts,
    double passRmsWatts,
    int samples,
    int informative) {

  private static final int GRID = 32;
  private static final int GOLDEN_STEPS = 28;
  private static final int MOST_UNSEEN = 32;

  /**
   * Fits a step.
   *
   * @param seconds sample times since the last sample before the step, ascending, above 0
   * @param watts the samples
   * @param count number of samples, at least 3
   * @param baseWatts level before the step
   */
  public static StepFit of(double[] seconds, double[] watts, int count, double baseWatts) {
    if (count < 3) {
      throw new IllegalArgumentException("a step needs at least 3 samples, had " + count);
    }
    double span = seconds[count - 1];
    int unseen = samplesBeforeFirst(seconds, count);
    double shortest = seconds[0] / (4 * unseen);
    double c = minimum(new LagError(seconds, watts, count)::at, shortest, 4 * span);
    int used = upTo(seconds, count, 5 * c);
    if (used < count && used >= 8) {
      c = minimum(new LagError(seconds, watts, used)::at, c / 4, 4 * c);
    } else {
      used = count;
    }
    LagError lag = new LagError(seconds, watts, used);
    double sse = lag.at(c);
    double level = lag.level;
    var ramp = new RampError(seconds, watts, used, baseWatts, unseen);
    double rampSse = ramp.at(minimum(ramp::at, shortest, 2 * span));
    return new StepFit(
        c,
        error(lag, c, sse, used),
        level,
        Math.sqrt(sse / used),
        Math.sqrt(rampSse / used),
        Math.sqrt(constantSse(watts, used) / used),
        used,
        upTo(seconds, used, 3 * c));
  }

  /**
   * How many samples would lie between the last one before the step and the first one, that
   * included: 1, and more where the edge lies in a gap. What is searched is as fine in a gap.
   */
  private static int samplesBeforeFirst(double[] seconds, int count) {
    double usual = (seconds[count - 1] - seconds[0]) / (count - 1);
    return (int) Math.max(1, Math.min(MOST_UNSEEN, Math.rint(seconds[0] / usual)));
  }

  private static int upTo(double[] seconds, int count, double limit) {
    int n = 0;
    while (n < count && seconds[n] <= limit) {
      n++;
    }
    return n;
  }

  private static double error(LagError lag, double c, double sse, int n) {
    double h = 0.02 * c;
    double curvature = (lag.at(c + h) - 2 * sse + lag.at(c - h)) / (h * h);
    double variance = sse / Math.max(1, n - 3);
    return curvature > 0 ? Math.min(c, Math.sqrt(2 * variance / curvature)) : c;
  }

  private static double constantSse(double[] watts, int n) {
    double mean = 0;
    for (int i = 0; i < n; i++) {
      mean += watts[i];
    }
    mean /= n;
    double sse = 0;
    for (int i = 0; i < n; i++) {
      sse += (watts[i] - mean) * (watts[i] - mean);
    }
    return sse;
  }

  /** Minimum over (low, high), searched in the logarithm. */
  private static double minimum(DoubleUnaryOperator error, double low, double high) {
    double step = StrictMath.log(high / low) / GRID;
    double best = low;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= GRID; i++) {
      double x = low * StrictMath.exp(i * step);
      double e = error.applyAsDouble(x);
      if (e < least) {
        least = e;
        best = x;
      }
    }
    double a = StrictMath.log(best) - step;
    double b = StrictMath.log(best) + step;
    return StrictMath.exp(
        GoldenSection.minimum(x -> error.applyAsDouble(StrictMath.exp(x)), a, b, GOLDEN_STEPS));
  }

  /**
   * Sum of squares of the lag for a given time constant, with the best {@code P1} and {@code A}.
   */
  private static final class LagError {
    private final double[] seconds;
    private final double[] watts;
    private final int count;
    private final double[] decay;
    private double level;

    LagError(double[] seconds, double[] watts, int count) {
      this.seconds = seconds;
      this.watts = watts;
      this.count = count;
      this.decay = new double[count];
    }

    double at(double c) {
      double se = 0;
      double see = 0;
      double sy = 0;
      double sey = 0;
      for (int i = 0; i < count; i++) {
        double e = StrictMath.exp(-seconds[i] / c);
        decay[i] = e;
        se += e;
        see += e * e;
        sy += watts[i];
        sey += e * watts[i];
      }
      double determinant = count * see - se * se;
      double slope = determinant > 1e-12 * count * see ? (count * sey - se * sy) / determinant : 0;
      level = (sy - slope * se) / count;
      double sse = 0;
      for (int i = 0; i < count; i++) {
        double r = watts[i] - level - slope * decay[i];
        sse += r * r;
      }
      return sse;
    }
  }

  /** Sum of squares of a ramp of a given width, with the best start and level. */
  private static final class RampError {
    private static final int STARTS_PER_SAMPLE = 8;
    private final double[] seconds;
    private final double[] watts;
    private final int count;
    private final double base;
    private final int starts;
    private final double[] ramp;

    RampError(double[] seconds, double[] watts, int count, double base, int unseen) {
      this.seconds = seconds;
      this.watts = watts;
      this.count = count;
      this.base = base;
      this.starts = STARTS_PER_SAMPLE * unseen;
      this.ramp = new double[count];
    }

    double at(double width) {
      double least = Double.POSITIVE_INFINITY;
      for (int s = 0; s < starts; s++) {
        least = Math.min(least, from(seconds[0] * s / starts, width));
      }
      return least;
    }

    private double from(double start, double width) {
      double sff = 0;
      double sfy = 0;
      for (int i = 0; i < count; i++) {
        double since = seconds[i] - start;
        double f = since < width ? since / width : 1;
        ramp[i] = f;
        sff += f * f;
        sfy += f * (watts[i] - base);
      }
      double rise = sfy / sff;
      double sse = 0;
      for (int i = 0; i < count; i++) {
        double r = watts[i] - base - rise * ramp[i];
        sse += r * r;
      }
      return sse;
    }
  }
}
