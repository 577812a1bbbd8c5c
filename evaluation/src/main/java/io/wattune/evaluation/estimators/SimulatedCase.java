package io.wattune.evaluation.estimators;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.evaluation.recording.LedgerOfTrace;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.testbed.LagSensor;
import io.wattune.testbed.NominalPoller;
import io.wattune.testbed.Stalls;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What polling a simulated sensor gives of a load.
 *
 * @param kind the sensor
 * @param load true power and activities
 * @param polls all polls
 * @param trace the samples that the filter makes of them
 */
record SimulatedCase(SensorKind kind, Load load, DeviceTrace polls, SensedTrace trace) {

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
        new DeviceTrace(
            KnownSensor.DEVICE, KnownSensor.SIGNAL, PowerUnit.MILLIWATTS, times, values),
        new SensedTrace(
            kind.known(), load, Arrays.copyOf(seconds, samples), Arrays.copyOf(watts, samples)));
  }

  /** The ledger's entries of the load's activities, by their ids, as the pipeline makes them. */
  Map<String, LedgerEntry> energies() {
    var settings =
        new LedgerSettings(
            LedgerSettings.DEFAULT.horizonNanos(),
            new ProfileChoice(true, List.of(trace.sensor().profile())));
    Map<String, LedgerEntry> energies = new HashMap<>();
    for (LedgerEntry entry : LedgerOfTrace.of(polls, load.reported(), settings)) {
      if (entry.activityId() != null) {
        energies.put(entry.activityId(), entry);
      }
    }
    return energies;
  }
}
