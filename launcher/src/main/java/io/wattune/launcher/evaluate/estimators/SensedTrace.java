package io.wattune.launcher.evaluate.estimators;

import io.wattune.core.estimate.Stretch;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;
import io.wattune.testbed.LagSensor;
import io.wattune.testbed.NominalPoller;
import io.wattune.testbed.Stalls;
import java.util.Arrays;

/**
 * What polling a simulated sensor gives of a load, and the samples that the filter makes of it.
 * Times count from the load's start. The columns belong to the trace; they are not copied.
 *
 * @param kind the sensor
 * @param load true power and activities
 * @param polls all polls, as one block
 * @param seconds times of samples
 * @param watts their values
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
record SensedTrace(SensorKind kind, Load load, PollBlock polls, double[] seconds, double[] watts) {
  static final String DEVICE = "simulated/0";
  static final String SIGNAL = "power";
  private static final double SQRT_12 = Math.sqrt(12);

  static SensedTrace of(SensorKind kind, long seed) {
    Load load = Load.of(seed);
    var sensor = new LagSensor(load.curve(), kind.sensor(), seed);
    long[] times =
        new NominalPoller(kind.pollNanos(), kind.pollNanos() / 10, Stalls.NONE, seed)
            .pollTimesNanos(Load.START_NANOS, load.endNanos());
    int[] values = new int[times.length];
    var filter = new SampleFilter();
    var state = new SampleState();
    double[] seconds = new double[times.length];
    double[] watts = new double[times.length];
    int samples = 0;
    for (int i = 0; i < times.length; i++) {
      values[i] = sensor.milliwatts(times[i]);
      if (filter.accept(state, times[i], values[i]) == SampleFilter.Outcome.SAMPLE) {
        seconds[samples] = (filter.sample().timeNanos - Load.START_NANOS) * 1e-9;
        watts[samples] = values[i] * 1e-3;
        samples++;
      }
    }
    return new SensedTrace(
        kind,
        load,
        new PollBlock(DEVICE, 0, SIGNAL, PowerUnit.MILLIWATTS, times, values, true),
        Arrays.copyOf(seconds, samples),
        Arrays.copyOf(watts, samples));
  }

  /** Standard deviation of a sample: the sensor's noise and its steps. */
  double noiseWatts() {
    return Math.hypot(kind.sensor().noiseWatts(), kind.sensor().stepMilliwatts() * 1e-3 / SQRT_12);
  }

  /** All samples, with these times at which power may step. */
  Stretch stretch(double[] boundaries) {
    double[] variances = new double[seconds.length];
    double placed = kind.pollNanos() * 1e-9 / SQRT_12;
    for (int i = 0; i < variances.length; i++) {
      double slope = Math.max(slope(i), slope(i + 1)) * placed;
      variances[i] = noiseWatts() * noiseWatts() + slope * slope;
    }
    return Stretch.of(seconds, watts, variances, boundaries);
  }

  private double slope(int i) {
    return i <= 0 || i >= watts.length
        ? 0
        : Math.abs(watts[i] - watts[i - 1]) / (seconds[i] - seconds[i - 1]);
  }
}
