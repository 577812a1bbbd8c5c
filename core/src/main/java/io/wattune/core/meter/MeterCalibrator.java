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
    long[] times = new long[timesNanos.length];
    double[] watts = new double[timesNanos.length];
    var filter = new SampleFilter();
    var state = new SampleState();
    int n = 0;
    for (int i = 0; i < timesNanos.length; i++) {
      if (filter.accept(state, timesNanos[i], values[i]) == Outcome.SAMPLE) {
        Sample sample = filter.sample();
        double value = sample.value * unit.watts();
        // A repeat adds nothing where the update period is right, and errs where it is not.
        if (n == 0 || value != watts[n - 1]) {
          times[n] = sample.timeNanos;
          watts[n++] = value;
        }
      }
    }
    ResponseFitResult response =
        ResponseFitter.fit(trace, Arrays.copyOf(times, n), Arrays.copyOf(watts, n));
    ResponseFit chosen = response.chosen();
    MeterFitResult scale =
        MeterFitter.fit(trace, timesNanos, values, unit, activities, settleNanos(chosen));
    boolean plateaus = scale instanceof MeterFit fit && fit.kind() == MeterFit.Kind.GAIN_AND_OFFSET;
    if (!plateaus && chosen != null && chosen.scale() != null) {
      scale = chosen.scale();
    }
    return new MeterCalibration(
        trace, clock, response, scale, SampleFilter.periodNanos(state) * 1e-9);
  }

  private static long settleNanos(@Nullable ResponseFit response) {
    return response == null
        ? SETTLE_UNKNOWN_NANOS
        : Math.max(
            LEAST_SETTLE_NANOS, Math.round(LAGS_TO_SETTLE * response.constantSeconds() * 1e9));
  }
}
