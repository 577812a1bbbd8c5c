package io.wattune.core.meter;

import io.wattune.core.sensor.SensorClass;
import java.util.Arrays;

/**
 * A sensor's samples beside a meter, and what sensors of any response would have said of it. Before
 * the meter's first reading power is taken to have been what it was in the first tenth of a second.
 */
final class ResponseData {
  private static final long HEAD_NANOS = 100_000_000L;

  /** What pass-through is averaged over: a meter of some kHz is noisy. */
  private static final long INSTANT_NANOS = 2_000_000L;

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

  /** The samples that the meter covers whatever the delay, up to the longest. */
  static ResponseData of(
      MeterTrace meter, long[] timesNanos, double[] watts, double longestDelaySeconds) {
    long slack = Math.round(longestDelaySeconds * 0.2e9) + INSTANT_NANOS;
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
    Shown shown =
        new ResponseData(meter, new long[0], new double[0])
            .shown(fit.sensorClass(), fit.constantSeconds());
    MeterFit scale = fit.scale();
    long delay = Math.round(fit.delaySeconds() * 1e9);
    double[] watts = new double[timesNanos.length];
    for (int i = 0; i < watts.length; i++) {
      long time = timesNanos[i] - delay;
      boolean reached = time + INSTANT_NANOS <= meter.endNanos();
      double power = reached ? shown.watts(time) : Double.NaN;
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

  /** What a sensor of a response would have shown at any time. */
  interface Shown {
    double watts(long timeNanos);
  }

  /** A response with its constant. */
  final class Filtered {
    private final Shown shown;

    Filtered(Shown shown) {
      this.shown = shown;
    }

    /** Readings against what would have been shown, with a delay. */
    Regression at(double delaySeconds) {
      long delay = Math.round(delaySeconds * 1e9);
      double[] x = new double[watts.length];
      for (int i = 0; i < x.length; i++) {
        x[i] = shown.watts(timesNanos[i] - delay);
      }
      return Regression.of(x, watts);
    }
  }

  Filtered filtered(SensorClass sensorClass, double constantSeconds) {
    return new Filtered(shown(sensorClass, constantSeconds));
  }

  /** What a sensor of a class would show of the meter's power. */
  Shown shown(SensorClass sensorClass, double constantSeconds) {
    return switch (sensorClass) {
      case PASS_THROUGH -> time -> mean(time - INSTANT_NANOS / 2, time + INSTANT_NANOS / 2);
      case BOXCAR -> {
        long window = Math.max(INSTANT_NANOS, Math.round(constantSeconds * 1e9));
        yield time -> mean(time - window, time);
      }
      case FIRST_ORDER_LAG -> {
        MeterTrace lagged = lagged(constantSeconds);
        yield time -> time <= meter.startNanos() ? headWatts : lagged.wattsAt(time);
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
    double kept = 1;
    for (int i = 1; i < n; i++) {
      times[i] = meter.timeNanos(i);
      if (times[i] - times[i - 1] != apart) {
        apart = times[i] - times[i - 1];
        kept = StrictMath.exp(-apart * 1e-9 / timeConstantSeconds);
      }
      double power = (meter.watts(i) + meter.watts(i - 1)) / 2;
      lagged[i] = power + (lagged[i - 1] - power) * kept;
    }
    return new MeterTrace(times, lagged);
  }
}
