package io.wattune.evaluation.harmonia;

import io.wattune.core.policy.BaselinePolicy;
import io.wattune.core.policy.BaselineSettings;
import io.wattune.core.policy.HarmoniaJudging;
import io.wattune.core.policy.HarmoniaPolicy;
import io.wattune.core.policy.HarmoniaSettings;
import io.wattune.core.policy.HarmoniaSignal;
import io.wattune.core.policy.Policies;
import io.wattune.core.policy.Policy;
import io.wattune.core.tunable.TunableName;
import io.wattune.testbed.offline.LimitedTuner;
import io.wattune.testbed.offline.LoopTuner;
import io.wattune.testbed.offline.OfflineSettings;
import io.wattune.testbed.offline.OracleTuner;
import io.wattune.testbed.offline.Tuner;
import io.wattune.testbed.sweep.Testbed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A policy that can be evaluated offline.
 *
 * @param name its name
 * @param policy makes it; empty for the oracle, which is none of {@code core}'s
 * @param isTrained whether it gets models that were trained here without the application that it
 *     runs
 */
record TestedPolicy(
    String name, Function<TrialConditions, Optional<Policy>> policy, boolean isTrained) {

  /** What the others are held against. */
  static final TestedPolicy BASELINE =
      new TestedPolicy(
          BaselinePolicy.NAME,
          conditions ->
              Optional.of(
                  new BaselinePolicy(
                      BaselineSettings.DEFAULT.withLimit(conditions.powerLimitWatts()))),
          false);

  /** The bound that none of the others can pass. */
  static final TestedPolicy ORACLE =
      new TestedPolicy(OracleTuner.NAME, conditions -> Optional.empty(), false);

  /** Those of the paper. */
  static final List<TestedPolicy> PUBLISHED =
      List.of(
          BASELINE,
          ofCore(HarmoniaSettings.DVFS_ONLY.name()),
          ofCore(HarmoniaSettings.COARSE_ONLY.name()),
          ofCore(HarmoniaSettings.HARMONIA.name()),
          ORACLE);

  /** Harmonia by VALUBusy, as algorithm 1 is printed, and with the core clock left alone. */
  static final List<TestedPolicy> BY_VALU_BUSY =
      List.of(
          of("harmonia-valubusy", HarmoniaSettings.HARMONIA.withSignal(HarmoniaSignal.VALU_BUSY)),
          of(
              "harmonia-valubusy-no-clock",
              HarmoniaSettings.HARMONIA
                  .withSignal(HarmoniaSignal.VALU_BUSY)
                  .withFineTunables(Set.of(TunableName.CU_COUNT, TunableName.MEMORY_CLOCK))));

  /** Harmonia by models that were fitted to this testbed's other applications. */
  static final TestedPolicy TRAINED =
      new TestedPolicy(
          "harmonia-trained",
          conditions -> Optional.of(new HarmoniaPolicy(HarmoniaSettings.HARMONIA)),
          true);

  private static TestedPolicy ofCore(String name) {
    return new TestedPolicy(name, conditions -> Policies.named(name, HarmoniaJudging.PAPER), false);
  }

  private static TestedPolicy of(String name, HarmoniaSettings settings) {
    return new TestedPolicy(name, conditions -> Optional.of(new HarmoniaPolicy(settings)), false);
  }

  /** All that there are. */
  static List<TestedPolicy> all() {
    return Stream.of(PUBLISHED, BY_VALU_BUSY, List.of(TRAINED)).flatMap(List::stream).toList();
  }

  /** The names of all. */
  static List<String> names() {
    return all().stream().map(TestedPolicy::name).toList();
  }

  /** The one of this name. */
  static Optional<TestedPolicy> named(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** A tuner for one run of an application. */
  Tuner tuner(Testbed testbed, String application, TrialConditions conditions, long startNanos) {
    OfflineSettings loop = isTrained ? conditions.trainedLoop(application) : conditions.loop();
    long delayNanos = conditions.delays().decisionNanos();
    Tuner tuner =
        policy
            .apply(conditions)
            .<Tuner>map(each -> new LoopTuner(testbed.gpu(), each, loop, delayNanos, startNanos))
            .orElseGet(() -> new OracleTuner(testbed));
    double limitWatts = conditions.powerLimitWatts();
    return name.equals(BaselinePolicy.NAME) || Double.isInfinite(limitWatts)
        ? tuner
        : new LimitedTuner(testbed, tuner, limitWatts, startNanos);
  }
}
