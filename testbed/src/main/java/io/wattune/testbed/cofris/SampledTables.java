package io.wattune.testbed.cofris;

import io.wattune.core.serving.CofrisPolicy;
import io.wattune.core.serving.JointPolicy;
import io.wattune.core.serving.SampledProfile;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import io.wattune.core.serving.StepReserve;
import io.wattune.testbed.cofris.CofrisRuns.Case;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerModel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/** What COFRIS by units makes of profiles of a tenth of the settings. */
final class SampledTables {
  private static final ScalingPolicy POLICY = ScalingPolicy.COFRIS_CU;

  private final CofrisRuns runs;
  private final Case of;
  private final Map<ServerModel, SampledProfile> profiles = new LinkedHashMap<>();
  private final Map<ServerModel, ServerRun.Outcome> outcomes = new LinkedHashMap<>();

  SampledTables(CofrisRuns runs, Case of) {
    this.runs = runs;
    this.of = of;
    for (ServerModel model : CofrisRuns.models()) {
      var profile = runs.profile(model, POLICY.gating(), false);
      var sampled = SampledProfile.of(profile, Mi50.LAYOUT);
      profiles.put(model, sampled);
      double slo = of.objective() * runs.baselineTail(model, of.arrivals());
      var policy =
          new CofrisPolicy(
              runs.table(sampled, CofrisRuns.candidates(sampled, POLICY), model, of),
              profile.baseline(),
              new StepReserve(sampled, profile.baseline(), runs.queue(of.arrivals()), slo),
              of.arrivals(),
              slo);
      outcomes.put(model, runs.run(model, POLICY, policy, of, CofrisRuns.STEADY));
    }
  }

  int most() {
    return profiles.values().stream().mapToInt(SampledProfile::measurements).max().orElseThrow();
  }

  double stated() {
    return profiles.values().stream()
        .mapToDouble(SampledProfile::largestSecondsError)
        .max()
        .orElseThrow();
  }

  double largest() {
    return profiles.keySet().stream().mapToDouble(this::largest).max().orElse(0);
  }

  /** Largest error of a model's times. */
  double largest(ServerModel model) {
    return largest(model, ServingProfile::seconds);
  }

  double largestWatts() {
    return profiles.keySet().stream()
        .mapToDouble(model -> largest(model, ServingProfile::busyWatts))
        .max()
        .orElse(0);
  }

  private double largest(ServerModel model, ToDoubleBiFunction<ServingProfile, ServingSetting> of) {
    SampledProfile sampled = sampled(model);
    ServingProfile truth = runs.profile(model, POLICY.gating(), false);
    double largest = 0;
    for (ServingSetting setting : JointPolicy.settings(truth, 1)) {
      double error = of.applyAsDouble(sampled, setting) / of.applyAsDouble(truth, setting) - 1;
      largest = Math.max(largest, Math.abs(error));
    }
    return largest;
  }

  SampledProfile sampled(ServerModel model) {
    SampledProfile sampled = profiles.get(model);
    if (sampled == null) {
      throw new IllegalArgumentException("there is no model " + model.name());
    }
    return sampled;
  }

  /** Power by the baseline's, geometric mean. */
  double power() {
    double logs = 0;
    for (var each : outcomes.entrySet()) {
      double alone = runs.of(each.getKey(), ScalingPolicy.BASELINE, of).watts();
      logs += Math.log(each.getValue().watts() / alone);
    }
    return Math.exp(logs / outcomes.size());
  }

  int misses() {
    int misses = 0;
    for (var each : outcomes.entrySet()) {
      double slo = of.objective() * runs.baselineTail(each.getKey(), of.arrivals());
      misses += each.getValue().tail() > slo ? 1 : 0;
    }
    return misses;
  }
}
