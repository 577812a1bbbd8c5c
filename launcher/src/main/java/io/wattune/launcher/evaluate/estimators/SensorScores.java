package io.wattune.launcher.evaluate.estimators;

import io.wattune.launcher.progress.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * All scores of one kind of sensor.
 *
 * @param kind the sensor
 * @param causal estimators that know the samples up to now
 * @param smoothed estimators that know all samples
 * @param energies energies by length of the activity
 * @param example the trace of the first seed, for a plot
 */
record SensorScores(
    SensorKind kind,
    List<PowerScore> causal,
    List<PowerScore> smoothed,
    List<EnergyScore> energies,
    SensedTrace example) {

  SensorScores {
    causal = List.copyOf(causal);
    smoothed = List.copyOf(smoothed);
    energies = List.copyOf(energies);
  }

  /** Compares on all kinds of sensors. */
  static List<SensorScores> all(long seed, int traces, Progress progress) {
    progress.begin("compare", SensorKind.ALL.size());
    var all = new ArrayList<SensorScores>();
    for (SensorKind kind : SensorKind.ALL) {
      all.add(of(kind, seed, traces));
      progress.reached(all.size());
    }
    return all;
  }

  static SensorScores of(SensorKind kind, long seed, int count) {
    var traces = new ArrayList<SensedTrace>();
    for (int i = 0; i < count; i++) {
      traces.add(SensedTrace.of(kind, seed + i));
    }
    return new SensorScores(
        kind,
        scores(Candidates.causal(traces), traces),
        scores(Candidates.smoothed(), traces),
        EnergyScore.of(traces),
        traces.get(0));
  }

  private static List<PowerScore> scores(List<Candidate> candidates, List<SensedTrace> traces) {
    return candidates.stream().map(candidate -> PowerScore.of(candidate, traces)).toList();
  }
}
