package io.wattune.evaluation.estimators;

import java.util.ArrayList;
import java.util.List;

/**
 * All scores of one sensor.
 *
 * @param sensor the sensor
 * @param causal estimators that know the samples up to now
 * @param smoothed estimators that know all samples
 * @param energies energies by length of the activity; none of a recorded card, of which `evaluate
 *     error-bars` compares them
 * @param example its first trace, for a plot
 */
record SensorScores(
    KnownSensor sensor,
    List<PowerScore> causal,
    List<PowerScore> smoothed,
    List<EnergyScore> energies,
    SensedTrace example) {

  SensorScores {
    causal = List.copyOf(causal);
    smoothed = List.copyOf(smoothed);
    energies = List.copyOf(energies);
  }

  static SensorScores of(SensorKind kind, long seed, int count) {
    var cases = new ArrayList<SimulatedCase>();
    for (int i = 0; i < count; i++) {
      cases.add(SimulatedCase.of(kind, seed + i));
    }
    List<SensedTrace> traces = cases.stream().map(SimulatedCase::trace).toList();
    return new SensorScores(
        kind.known(),
        scores(Candidates.causal(traces), traces),
        scores(Candidates.smoothed(), traces),
        EnergyScore.of(cases),
        traces.get(0));
  }

  /** Of a single trace that was recorded. */
  static SensorScores of(SensedTrace recorded) {
    List<SensedTrace> traces = List.of(recorded);
    return new SensorScores(
        recorded.sensor(),
        scores(Candidates.causal(traces), traces),
        scores(Candidates.smoothed(), traces),
        List.of(),
        recorded);
  }

  private static List<PowerScore> scores(List<Candidate> candidates, List<SensedTrace> traces) {
    return candidates.stream().map(candidate -> PowerScore.of(candidate, traces)).toList();
  }
}
