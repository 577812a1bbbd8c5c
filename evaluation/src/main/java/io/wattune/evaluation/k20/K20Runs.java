package io.wattune.evaluation.k20;

import io.wattune.core.ledger.Activity;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.replay.TraceReplay;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.report.DeviceResult;
import io.wattune.replay.report.ReplayResult;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All runs of the evaluation, each a device of its own in one replay. */
public record K20Runs(
    K20Case nbody, K20Case twice, K20Case pair, List<K20Case> brief, K20Case k20x, K20Case spike) {

  /** What the paper takes a K20's time constant for. */
  private static final SensorModel PAPERS_LAG = SensorModel.lag(0.84, 0);

  public K20Runs {
    brief = List.copyOf(brief);
  }

  /** Simulates all runs. */
  public static K20Runs simulate(long seed, int briefRuns, Progress progress) {
    var cases = new K20Cases(seed);
    progress.begin("simulate", briefRuns);
    var brief = new ArrayList<K20Case>();
    for (int i = 0; i < briefRuns; i++) {
      brief.add(cases.brief(i));
      progress.reached(i + 1);
    }
    return new K20Runs(
        cases.nbody(), cases.twice(), cases.pair(), brief, cases.k20x(), cases.spike());
  }

  /** Takes them through broker, Flink and ledger. */
  public Map<String, DeviceResult> replay(int parallelism, Progress progress, List<String> command)
      throws EngineException {
    List<DeviceTrace> traces = all().stream().map(K20Case::readings).toList();
    List<Activity> activities = all().stream().flatMap(run -> run.activities().stream()).toList();
    var profiles = new ProfileChoice(true, List.of(forced(k20x.device())));
    ReplayResult result =
        TraceReplay.run(traces, activities, profiles, parallelism, progress, command);
    return result.devices().stream()
        .collect(Collectors.toMap(DeviceResult::device, Function.identity()));
  }

  private List<K20Case> all() {
    var all = new ArrayList<>(List.of(nbody, twice, pair, k20x, spike));
    all.addAll(brief);
    return all;
  }

  /** A lag that this sensor does not have. */
  private static SensorProfile forced(String device) {
    SensorProfile prior = ProfileChoice.prior(device, K20Case.SIGNAL);
    return new SensorProfile(
        device + "/forced",
        device,
        K20Case.SIGNAL,
        PAPERS_LAG,
        ProfileSource.GIVEN,
        0.015,
        0,
        prior.delayErrorSeconds(),
        1,
        prior.gainError(),
        0,
        prior.offsetErrorWatts(),
        0,
        prior.noiseWatts(),
        0,
        Long.MIN_VALUE);
  }
}
