package io.wattune.core.meter;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleFilter.Outcome;
import io.wattune.core.reading.SampleState;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calibrates a sensor against a meter: the meter's clock first ({@link ClockFitter}), then the
 * response on the whole trace ({@link ResponseFitter}), and the scale on plateaus ({@link
 * MeterFitter}). Where there are not two plateaus, as with short loads, the scale is that of the
 * trace through the response.
 */
public final class MeterCalibrator {
  /** Clocks come down within that time after a load. */
  private static final long LEAST_SETTLE_NANOS = 2_000_000_000L;

  /** For the slowest sensor known, a lag of 0.84 s. */
  private static final long SETTLE_UNKNOWN_NANOS = 6_000_000_000L;

  /** That many lags leave 0.1 % of a step. */
  private static final double LAGS_TO_SETTLE = 7;

  private MeterCalibrator() {}

  /**
   * Calibrates.
   *
   * @param meter by its own clock
   * @param timesNanos times of the sensor's polls
   * @param values raw readings in {@code unit}, or missing
   * @param unit unit of the readings
   * @param activities when the device was loaded, in any order
   */
  public static MeterCalibration calibrate(
      MeterTrace meter,
      long[] timesNanos,
      int[] values,
      PowerUnit unit,
      List<Interval> activities) {
    MeterClock clock = ClockFitter.fit(meter, activities);
    MeterTrace trace = clock.corrected(meter);
    long[] from = new long[timesNanos.length];
    long[] to = new long[timesNanos.length];
    long[] placed = new long[timesNanos.length];
    double[] watts = new double[timesNanos.length];
    var filter = new SampleFilter();
    var state = new SampleState();
    int n = 0;
    double newest = Double.NaN;
    for (int i = 0; i < timesNanos.length; i++) {
      if (filter.accept(state, timesNanos[i], values[i]) == Outcome.SAMPLE) {
        Sample sample = filter.sample();
        double value = sample.value * unit.watts();
        // A repeat adds nothing where the update period is right, and errs where it is not; nobody
        // saw when the first value came about.
        if (!Double.isNaN(newest) && value != newest) {
          from[n] = sample.fromNanos;
          to[n] = sample.toNanos;
          placed[n] = sample.timeNanos;
          watts[n++] = value;
        }
        newest = value;
      }
    }
    double period = SampleFilter.periodNanos(state) * 1e-9;
    UpdateComb comb = UpdateComb.of(Arrays.copyOf(from, n), Arrays.copyOf(to, n), period);
    double wander = clock.wanderSeconds((trace.endNanos() - trace.startNanos()) * 1e-9);
    ResponseFitResult response =
        ResponseFitter.fit(
            trace,
            comb.timesNanos(),
            Arrays.copyOf(watts, n),
            comb.periodSeconds(),
            StrictMath.hypot(comb.errorSeconds(), wander));
    // What is used must hold for the times that the pipeline gives the samples, one by one.
    ResponseFit used =
        ResponseFitter.heldBy(
            trace,
            Arrays.copyOf(placed, n),
            Arrays.copyOf(watts, n),
            state.pollNanos * 1e-9,
            response.used());
    response = response.using(used);
    MeterFitResult scale =
        MeterFitter.fit(trace, timesNanos, values, unit, activities, settleNanos(used));
    boolean plateaus = scale instanceof MeterFit fit && fit.kind() == MeterFit.Kind.GAIN_AND_OFFSET;
    MeterFit whole = response.scale();
    if (!plateaus && whole != null) {
      scale = whole;
    }
    return new MeterCalibration(trace, clock, response, scale, comb.periodSeconds());
  }

  private static long settleNanos(@Nullable ResponseFit response) {
    return response == null
        ? SETTLE_UNKNOWN_NANOS
        : Math.max(
            LEAST_SETTLE_NANOS, Math.round(LAGS_TO_SETTLE * response.constantSeconds() * 1e9));
  }
}
