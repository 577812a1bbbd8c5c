package io.wattune.core.meter;

import io.wattune.core.sensor.SensorClass;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleFunction;
import java.util.function.LongToDoubleFunction;

/**
 * A sensor's samples beside a meter, and what sensors of any response would have said of it. Before
 * the meter's first reading power is taken to have been what it was in the first tenth of a second.
 */
final class ResponseData {
  private static final long HEAD_NANOS = 100_000_000L;

  /** What pass-through is averaged over: a meter of some kHz is noisy. */
  private static final long INSTANT_NANOS = 2_000_000L;

  /** Of so many readings one is taken for noise. */
  private static final int STEADIEST = 5;

  /** Standard deviation per median absolute deviation. */
  private static final double SIGMA_PER_MAD = 1.4826;

  /** Errors of a time as likely as one another, in standard errors: their mean square is 1. */
  private static final double[] LIKELY_ERRORS = {-1.34, -0.45, 0.45, 1.34};

  private final MeterTrace meter;
  private final long[] timesNanos;
  private final double[] watts;
  private final double headWatts;

  private ResponseData(MeterTrace meter, long[] timesNanos, double[] watts) {
    this.meter = meter;
    this.timesNanos = timesNanos;
    this.watts = watts;
    long start = meter.startNanos();
    this.headWatts = meter.meanWatts(start, Math.min(meter.endNanos(), start + HEAD_NANOS));
  }

  /** The samples that the meter covers whatever the delay, from the least, a negative one, on. */
  static ResponseData of(
      MeterTrace meter, long[] timesNanos, double[] watts, double leastDelaySeconds) {
    long slack = Math.round(-leastDelaySeconds * 1e9) + 2 * INSTANT_NANOS;
    int n = 0;
    long[] times = new long[timesNanos.length];
    double[] values = new double[timesNanos.length];
    for (int i = 0; i < timesNanos.length; i++) {
      if (timesNanos[i] >= meter.startNanos() && timesNanos[i] + slack <= meter.endNanos()) {
        times[n] = timesNanos[i];
        values[n++] = watts[i];
      }
    }
    return new ResponseData(meter, Arrays.copyOf(times, n), Arrays.copyOf(values, n));
  }

  /** What a sensor of a fitted response would have read. */
  static double[] shown(MeterTrace meter, ResponseFit fit, long[] timesNanos) {
    LongToDoubleFunction shown =
        new ResponseData(meter, new long[0], new double[0])
            .shown(fit.sensorClass(), fit.constantSeconds());
    MeterFit scale = fit.scale();
    long delay = Math.round(fit.delaySeconds() * 1e9);
    double[] watts = new double[timesNanos.length];
    for (int i = 0; i < watts.length; i++) {
      long time = timesNanos[i] - delay;
      boolean reached = time + INSTANT_NANOS <= meter.endNanos();
      double power = reached ? shown.applyAsDouble(time) : Double.NaN;
      watts[i] = scale == null ? power : (power - scale.offsetWatts()) / scale.gain();
    }
    return watts;
  }

  /** Mean time between two samples. */
  double spacingSeconds() {
    int n = timesNanos.length;
    return (timesNanos[n - 1] - timesNanos[0]) * 1e-9 / (n - 1);
  }

  int samples() {
    return watts.length;
  }

  /** Mean of the readings. */
  double meanWatts() {
    return Arrays.stream(watts).average().orElse(0);
  }

  /** Standard deviation of the readings. */
  double deviationWatts() {
    double mean = meanWatts();
    return Math.sqrt(Arrays.stream(watts).map(w -> (w - mean) * (w - mean)).average().orElse(0));
  }

  /** From the lowest reading to the highest, but for one in fifty at each end. */
  double rangeWatts() {
    double[] sorted = watts.clone();
    Arrays.sort(sorted);
    int out = sorted.length / 50;
    return sorted[sorted.length - 1 - out] - sorted[out];
  }

  /**
   * Noise of the readings whatever the response: how far each lies off the line between its
   * neighbours, where the meter was steadiest. Its variance is 1.5 times that of the noise.
   */
  double noiseWatts() {
    int n = watts.length;
    long reach = n < 3 ? 0 : 2 * (timesNanos[n - 1] - timesNanos[0]) / (n - 1);
    double[][] triples = new double[Math.max(0, n - 2)][];
    for (int i = 1; i < n - 1; i++) {
      double before = mean(timesNanos[i - 1] - reach, timesNanos[i - 1]);
      double here = mean(timesNanos[i] - reach / 2, timesNanos[i]);
      double after = mean(timesNanos[i], Math.min(meter.endNanos(), timesNanos[i + 1]) + 1);
      double moved =
          Math.max(Math.max(before, here), after) - Math.min(Math.min(before, here), after);
      double off = Math.abs(watts[i] - (watts[i - 1] + watts[i + 1]) / 2);
      triples[i - 1] = new double[] {moved, off};
    }
    Arrays.sort(triples, Comparator.comparingDouble(triple -> triple[0]));
    int steadiest = triples.length / STEADIEST;
    double[] off = new double[steadiest];
    Arrays.setAll(off, i -> triples[i][1]);
    Arrays.sort(off);
    return steadiest == 0 ? 0 : SIGMA_PER_MAD * off[steadiest / 2] / Math.sqrt(1.5);
  }

  /** Root mean square of what an error of the samples' times makes of a fit, in watts of them. */
  double timingWatts(ResponseFit fit, double timeErrorSeconds) {
    LongToDoubleFunction shown = shown(fit.sensorClass(), fit.constantSeconds());
    long delay = Math.round(fit.delaySeconds() * 1e9);
    double squares = 0;
    for (long time : timesNanos) {
      double here = shown.applyAsDouble(time - delay);
      for (double errors : LIKELY_ERRORS) {
        long off = Math.round(errors * timeErrorSeconds * 1e9);
        double change = shown.applyAsDouble(time - delay + off) - here;
        squares += change * change / LIKELY_ERRORS.length;
      }
    }
    MeterFit scale = fit.scale();
    double gain = scale == null ? 1 : scale.gain();
    return Math.sqrt(squares / timesNanos.length) / gain;
  }

  /** Readings against what a response with its constant would have shown, by the delay. */
  DoubleFunction<Regression> filtered(SensorClass sensorClass, double constantSeconds) {
    LongToDoubleFunction shown = shown(sensorClass, constantSeconds);
    return delaySeconds -> {
      long delay = Math.round(delaySeconds * 1e9);
      double[] x = new double[watts.length];
      Arrays.setAll(x, i -> shown.applyAsDouble(timesNanos[i] - delay));
      return Regression.of(x, watts);
    };
  }

  /** What a sensor of a class would show of the meter's power. */
  LongToDoubleFunction shown(SensorClass sensorClass, double constantSeconds) {
    return switch (sensorClass) {
      case PASS_THROUGH -> time -> mean(time - INSTANT_NANOS / 2, time + INSTANT_NANOS / 2);
      case BOXCAR -> {
        long window = Math.max(INSTANT_NANOS, Math.round(constantSeconds * 1e9));
        yield time -> mean(time - window, time);
      }
      case FIRST_ORDER_LAG -> {
        MeterTrace lagged = lagged(constantSeconds);
        yield time ->
            time <= meter.startNanos()
                ? headWatts
                : lagged.wattsAt(Math.min(time, meter.endNanos()));
      }
    };
  }

  private double mean(long from, long to) {
    long start = meter.startNanos();
    if (to <= start) {
      return headWatts;
    }
    long inside = Math.max(start, from);
    double joules =
        headWatts * (inside - from) * 1e-9
            + meter.energyJoules(inside, Math.min(to, meter.endNanos()));
    return joules / ((Math.min(to, meter.endNanos()) - from) * 1e-9);
  }

  /** The meter's power after a lag, exact for power that is constant between its readings. */
  private MeterTrace lagged(double timeConstantSeconds) {
    int n = meter.readings();
    double[] lagged = new double[n];
    long[] times = new long[n];
    lagged[0] = headWatts;
    times[0] = meter.timeNanos(0);
    long apart = 0;
    double keptThen = 1;
    for (int i = 1; i < n; i++) {
      times[i] = meter.timeNanos(i);
      long more = times[i] - times[i - 1] - apart;
      if (Math.abs(more) > 1000) {
        apart += more;
        more = 0;
        keptThen = StrictMath.exp(-apart * 1e-9 / timeConstantSeconds);
      }
      // A microsecond changes it by so little that a line will do: meters' readings jitter.
      double kept = keptThen * (1 - more * 1e-9 / timeConstantSeconds);
      double power = (meter.watts(i) + meter.watts(i - 1)) / 2;
      lagged[i] = power + (lagged[i - 1] - power) * kept;
    }
    return new MeterTrace(times, lagged);
  }
}
