package io.wattune.evaluation.estimators;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;
import io.wattune.testbed.LagSensor;
import io.wattune.testbed.NominalPoller;
import io.wattune.testbed.Stalls;
import java.util.Arrays;

/**
 * What polling a simulated sensor gives of a load.
 *
 * @param kind the sensor
 * @param load true power and activities
 * @param polls all polls, as one block
 * @param trace the samples that the filter makes of them
 */
record SimulatedCase(SensorKind kind, Load load, PollBlock polls, SensedTrace trace) {

  static SimulatedCase of(SensorKind kind, long seed) {
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
    return new SimulatedCase(
        kind,
        load,
        new PollBlock(
            KnownSensor.DEVICE, 0, KnownSensor.SIGNAL, PowerUnit.MILLIWATTS, times, values, true),
        new SensedTrace(
            kind.known(), load, Arrays.copyOf(seconds, samples), Arrays.copyOf(watts, samples)));
  }
}
