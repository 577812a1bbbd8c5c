package io.wattune.evaluation.estimators;

import io.wattune.evaluation.recording.Recording;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * What was compared.
 *
 * @param seed of the first simulated trace
 * @param traces how many of each simulated sensor
 * @param simulated scores of simulated sensors
 * @param recorded scores of cards that were recorded beside a meter; empty where none were given
 */
public record Comparison(
    long seed, int traces, List<SensorScores> simulated, List<SensorScores> recorded) {

  public Comparison {
    simulated = List.copyOf(simulated);
    recorded = List.copyOf(recorded);
  }

  public static Comparison of(
      long seed, int traces, List<Recording> recordings, ZoneId zone, Progress progress)
      throws EngineException {
    List<Recording> metered = recordings.stream().filter(Recording::metered).toList();
    progress.begin("compare", SensorKind.ALL.size() + metered.size());
    var simulated = new ArrayList<SensorScores>();
    for (SensorKind kind : SensorKind.ALL) {
      simulated.add(SensorScores.of(kind, seed, traces));
      progress.reached(simulated.size());
    }
    var recorded = new ArrayList<SensorScores>();
    for (Recording recording : metered) {
      recorded.add(SensorScores.of(RecordedCase.of(recording, zone)));
      progress.reached(simulated.size() + recorded.size());
    }
    return new Comparison(seed, traces, simulated, recorded);
  }

  /** All sensors, the simulated ones first. */
  List<SensorScores> all() {
    var all = new ArrayList<>(simulated);
    all.addAll(recorded);
    return all;
  }
}
