package io.wattune.testbed.cofris;

import io.wattune.core.serving.Arrivals;
import io.wattune.core.serving.CofrisPolicy;
import io.wattune.core.serving.JointPolicy;
import io.wattune.core.serving.QueueModel;
import io.wattune.core.serving.RateTable;
import io.wattune.core.serving.ServingPolicy;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import io.wattune.core.serving.StepReserve;
import io.wattune.testbed.server.Gating;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerModel;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Runs of policies, each made once. */
final class CofrisRuns {
  /** Loads that grow beyond it while they are measured find a setting, too. */
  private static final double BEYOND = 1.2;

  /** Deviations of a normal value's 95th percentile. */
  private static final double PERCENTILE = 1.645;

  /** Latencies as they were measured. */
  static final DoubleUnaryOperator STEADY = at -> 1;

  private final long seed;
  private final Map<ServerModel, SimulatedProfile.ProfileTable> tables = new HashMap<>();
  private final Map<Arrivals, QueueModel> queues = new EnumMap<>(Arrivals.class);
  private final Map<TableKey, RateTable> rates = new HashMap<>();
  private final Map<RunKey, ServerRun.Outcome> outcomes = new HashMap<>();

  /** What a run is of. */
  record Case(LoadShape load, Arrivals arrivals, double objective) {}

  private record TableKey(ServerModel model, ScalingPolicy policy, Arrivals arrivals, double slo) {}

  private record RunKey(
      ServerModel model, ScalingPolicy policy, Case of, DoubleUnaryOperator drift) {}

  CofrisRuns(long seed) {
    this.seed = seed;
  }

  static List<ServerModel> models() {
    return InferenceServer.models();
  }

  SimulatedProfile profile(ServerModel model, Gating gating, boolean isParking) {
    return new SimulatedProfile(
        gating, isParking, tables.computeIfAbsent(model, SimulatedProfile.ProfileTable::new));
  }

  QueueModel queue(Arrivals arrivals) {
    return queues.computeIfAbsent(
        arrivals,
        each -> {
          // One sample for all seeds: tables are made before anything runs.
          var random = new Random(1909);
          return QueueModel.drawn(
              each, Mi50.LATENCY_SPREAD, random::nextDouble, random::nextGaussian);
        });
  }

  /** Requests a second at load 1. */
  double fullRate(ServerModel model) {
    ServingProfile profile = profile(model, Gating.NONE, false);
    return LoadShape.FULL / profile.seconds(profile.baseline());
  }

  /** The tail of the server that is left alone, at load 1: what objectives are multiples of. */
  double baselineTail(ServerModel model, Arrivals arrivals) {
    ServingProfile profile = profile(model, Gating.NONE, false);
    return queue(arrivals).tailSeconds(profile, profile.baseline(), fullRate(model));
  }

  /** The settings that a policy chooses from. */
  static List<ServingSetting> candidates(ServingProfile profile, ScalingPolicy policy) {
    ServingSetting whole = profile.baseline();
    return JointPolicy.settings(profile, policy.batch()).stream()
        .filter(each -> policy.scalesClock() || each.megaHertz() == whole.megaHertz())
        .filter(each -> policy.scalesUnits() || each.units() == whole.units())
        .toList();
  }

  private ServingPolicy policy(ServerModel model, ScalingPolicy policy, Case of) {
    ServingProfile profile = profile(model, policy.gating(), policy.isParking());
    double slo = of.objective() * baselineTail(model, of.arrivals());
    if (policy == ScalingPolicy.BASELINE) {
      return ServingPolicy.unchanged(profile.baseline());
    }
    var key = new TableKey(model, policy, of.arrivals(), of.objective());
    RateTable table = rates.computeIfAbsent(key, each -> tableOf(profile, policy, model, of));
    return policy.isJoint()
        ? new JointPolicy(
            profile, table, policy.isParking(), of.arrivals(), queue(of.arrivals()), slo)
        : new CofrisPolicy(
            table,
            profile.baseline().ofBatch(policy.batch()),
            new StepReserve(
                profile, profile.baseline().ofBatch(policy.batch()), queue(of.arrivals()), slo),
            of.arrivals(),
            slo);
  }

  private RateTable tableOf(
      ServingProfile profile, ScalingPolicy policy, ServerModel model, Case of) {
    return policy.isJoint()
        ? JointPolicy.table(
            profile,
            queue(of.arrivals()),
            BEYOND * fullRate(model),
            of.objective() * baselineTail(model, of.arrivals()))
        : table(profile, candidates(profile, policy), model, of);
  }

  /** A table of a profile, for a model's rates and objective. */
  RateTable table(
      ServingProfile profile, List<ServingSetting> candidates, ServerModel model, Case of) {
    return RateTable.of(
        profile,
        candidates,
        queue(of.arrivals()),
        BEYOND * fullRate(model),
        of.objective() * baselineTail(model, of.arrivals()));
  }

  ServerRun.Outcome of(ServerModel model, ScalingPolicy policy, Case of) {
    return of(model, policy, of, STEADY);
  }

  /**
   * A run.
   *
   * @param drift how many times as long batches take as the profile says, by time
   */
  ServerRun.Outcome of(
      ServerModel model, ScalingPolicy policy, Case of, DoubleUnaryOperator drift) {
    return outcomes.computeIfAbsent(
        new RunKey(model, policy, of, drift),
        key -> run(model, policy, policy(model, policy, of), of, drift));
  }

  /** The same with a policy that somebody else has made. */
  ServerRun.Outcome run(
      ServerModel model,
      ScalingPolicy word,
      ServingPolicy policy,
      Case of,
      DoubleUnaryOperator drift) {
    double[] requests = of.load().requests(fullRate(model), of.arrivals(), seed);
    ServingProfile truth = profile(model, word.gating(), word.isParking());
    return ServerRun.of(truth, policy, requests, drift, seed);
  }

  /** Power by that of the baseline, geometric mean over the models. */
  double power(ScalingPolicy policy, Case of) {
    return InferenceServer.geometricMean(
        models(),
        model -> of(model, policy, of).watts() / of(model, ScalingPolicy.BASELINE, of).watts());
  }

  /**
   * The least power by the baseline's of even requests, each level of the load known and as if it
   * lasted: batches are held until they are full, and the last of their requests finds them begin.
   *
   * @param batches of which one is chosen for each level
   */
  double least(Case of, int... batches) {
    return InferenceServer.geometricMean(models(), model -> least(model, of, batches));
  }

  private double least(ServerModel model, Case of, int... batches) {
    ServingProfile profile = profile(model, Gating.UNIT, false);
    double mayTake = of.objective() * baselineTail(model, Arrivals.EVEN);
    List<ServingSetting> settings = JointPolicy.settings(profile, batches);
    double least = 0;
    for (double level : of.load().levels()) {
      double rate = level * fullRate(model);
      least +=
          settings.stream()
              .filter(each -> isHeldInTime(profile, each, rate, mayTake))
              .mapToDouble(each -> full(profile, each, rate))
              .min()
              .orElse(profile.waitingWatts(profile.baseline()));
    }
    double alone = of(model, ScalingPolicy.BASELINE, of).watts();
    return least / of.load().levels().length / alone;
  }

  private static boolean isHeldInTime(
      ServingProfile profile, ServingSetting setting, double rate, double mayTake) {
    double seconds = (1 + PERCENTILE * Mi50.LATENCY_SPREAD) * profile.seconds(setting);
    double held = rate > 0 ? (setting.batch() - 1) / rate : 0;
    return held + seconds <= mayTake && rate * profile.seconds(setting) <= setting.batch();
  }

  private static double full(ServingProfile profile, ServingSetting setting, double rate) {
    double waiting = profile.waitingWatts(setting);
    double busy = rate * profile.seconds(setting) / setting.batch();
    return waiting + busy * (profile.busyWatts(setting) - waiting);
  }

  /** The tail by what objectives are multiples of. */
  double tail(ServerModel model, ScalingPolicy policy, Case of) {
    return of(model, policy, of).tail() / baselineTail(model, of.arrivals());
  }

  /** Geometric mean of the tails over the models. */
  double tail(ScalingPolicy policy, Case of) {
    return InferenceServer.geometricMean(models(), model -> tail(model, policy, of));
  }

  /** Models whose tail is above the objective. */
  int misses(ScalingPolicy policy, Case of) {
    int misses = 0;
    for (ServerModel model : models()) {
      misses += tail(model, policy, of) > of.objective() ? 1 : 0;
    }
    return misses;
  }
}
