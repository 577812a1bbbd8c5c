package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.guard.Guards;
import io.wattune.core.policy.FineSettings;
import io.wattune.core.policy.HarmoniaJudging;
import io.wattune.core.policy.Ladder;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches a run from outside and writes down each property that it breaks. It computes grids, steps
 * and rates itself and uses nothing of the loop.
 */
final class LoopChecker {
  /** The controller may have learned that the node has restored while a decision was under way. */
  private static final long CROSSING_NANOS = 1_000_000_000L;

  private final RandomPlant plant;
  private final Set<String> broken = new HashSet<>();
  private final List<String> details = new ArrayList<>();
  private final Map<String, Configuration> sent = new HashMap<>();
  private final Map<String, Long> changedNanos = new HashMap<>();
  private Map<String, Configuration> applied = Map.of();
  private long restoredNanos;
  private long takenOverNanos;
  private boolean isRestoredUntold;
  private Map<String, Configuration> beforeRestore = Map.of();
  private final Set<Actuation> restoresUnderWay = new HashSet<>();
  private final Map<String, Map<Configuration, Integer>> visited = new HashMap<>();
  final List<Long> sentNanos = new ArrayList<>();

  LoopChecker(RandomPlant plant) {
    this.plant = plant;
  }

  /** Names of the properties that are broken. */
  Set<String> broken() {
    return broken;
  }

  List<String> details() {
    return details;
  }

  private void fail(String property, String detail) {
    broken.add(property);
    details.add(property + ": " + detail);
  }

  void onSent(Proposal proposal, long nowNanos, boolean isHeld, Quality quality) {
    sentNanos.add(nowNanos);
    if (isHeld) {
      fail("hold", "sent " + proposal);
    }
    if (!proposal.defaultConfiguration().isEmpty()) {
      fail("default", "the default is " + proposal.defaultConfiguration());
    }
    Map<String, Configuration> now = new HashMap<>();
    for (ActivityConfiguration each : proposal.byActivityName()) {
      now.put(each.activityName(), each.configuration());
      each.configuration().settings().forEach(this::checkRange);
    }
    for (RandomPlant.Kernel kernel : plant.kernels) {
      Configuration before = sent.getOrDefault(kernel.name, Configuration.EMPTY);
      Configuration after = now.getOrDefault(kernel.name, Configuration.EMPTY);
      if (quality.compareTo(Guards.WORST) > 0
          && nowNanos - restoredNanos > CROSSING_NANOS
          && !isRestoredUntold
          && isLower(after, before)
          && isLower(after, applied.getOrDefault(kernel.name, Configuration.EMPTY))) {
        fail("quality", kernel.name + " went lower with power " + quality);
      }
    }
    sent.clear();
    sent.putAll(now);
  }

  private void checkRange(Setting setting) {
    Tunable tunable = plant.tunable(setting.tunable());
    boolean isOnGrid = false;
    for (int i = 0; i < tunable.grid().size(); i++) {
      isOnGrid |= tunable.grid().valueAt(i) == setting.value();
    }
    if (!isOnGrid || !tunable.isWritable() || setting.unit() != tunable.unit()) {
      fail("range", setting + " is not one of " + tunable);
    }
    if (setting.value() > tunable.ownValue().orElseThrow()) {
      fail("own", setting + " is above the own setting of " + tunable);
    }
  }

  private boolean isLower(Configuration after, Configuration before) {
    return plant.tunables.stream().anyMatch(each -> index(each, after) < index(each, before));
  }

  void onApplied(Map<String, Configuration> configurations, long basedOnNanos, long nowNanos) {
    for (RandomPlant.Kernel kernel : plant.kernels) {
      Configuration before = applied.getOrDefault(kernel.name, Configuration.EMPTY);
      Configuration after = configurations.getOrDefault(kernel.name, Configuration.EMPTY);
      if (!before.equals(after) && !isBackAsItWas(kernel.name, after)) {
        Long changed = changedNanos.put(kernel.name, basedOnNanos);
        if (changed != null
            && changed > takenOverNanos
            && basedOnNanos - changed < LoopRun.SETTINGS.dwellNanos()
            && !isRestoredUntold
            && basedOnNanos - restoredNanos > CROSSING_NANOS) {
          fail("dwell", kernel.name + " changed after " + (basedOnNanos - changed) + " ns");
        }
      }
    }
    if (basedOnNanos - restoredNanos > CROSSING_NANOS && !isRestoredUntold) {
      configurations.forEach(this::checkStep);
    }
    isRestoredUntold &= !restoresUnderWay.isEmpty();
    applied = Map.copyOf(configurations);
  }

  /** What was there before a restore that nobody has told: the controller knows of no change. */
  private boolean isBackAsItWas(String kernel, Configuration configuration) {
    return isRestoredUntold
        && configuration.equals(beforeRestore.getOrDefault(kernel, Configuration.EMPTY));
  }

  private void checkStep(String kernel, Configuration configuration) {
    Configuration before = applied.getOrDefault(kernel, Configuration.EMPTY);
    for (Setting setting : configuration.settings()) {
      Tunable tunable = plant.tunable(setting.tunable());
      int from = index(tunable, before);
      int to = index(tunable, configuration);
      int below = index(tunable, Configuration.EMPTY);
      int stride = (int) Math.ceil((double) below / Ladder.MOST_RUNGS);
      if (from - to > stride * LoopRun.SETTINGS.stepsPerDecision()) {
        fail("step", kernel + " " + tunable.name() + " went from index " + from + " to " + to);
      }
    }
  }

  private static int index(Tunable tunable, Configuration configuration) {
    long value =
        configuration
            .setting(tunable.name())
            .map(Setting::value)
            .orElse(tunable.ownValue().orElseThrow());
    return tunable.grid().indexAtOrBelow(value);
  }

  /** The node has restored, and says so. */
  void onRestored(Actuation answer, long nowNanos, boolean isAnyUnderWay) {
    onRestoredUntold(nowNanos, isAnyUnderWay);
    restoresUnderWay.add(answer);
  }

  /** The controller has heard of it. */
  void onRead(Actuation answer, long nowNanos) {
    if (restoresUnderWay.remove(answer)) {
      isRestoredUntold &= !restoresUnderWay.isEmpty();
      restoredNanos = nowNanos;
    }
  }

  /**
   * Own settings are back and nobody says so: the next decision may bring all steps at once.
   *
   * @param isAnyUnderWay whether decisions are kept back on their way to the node
   */
  void onRestoredUntold(long nowNanos, boolean isAnyUnderWay) {
    restoredNanos = nowNanos;
    isRestoredUntold = true;
    beforeRestore = applied;
    applied = Map.of();
    if (!isAnyUnderWay) {
      sent.clear(); // What is under way may still be applied, and to send it again is no change.
    }
  }

  /** Another controller goes on: when kernels changed is not handed over. */
  void onTakenOver(long nowNanos) {
    takenOverNanos = nowNanos;
  }

  /** The node's clock says another time: how long ago kernels changed cannot be told by it. */
  void onClockStepped(long nowNanos) {
    changedNanos.clear();
    restoredNanos = nowNanos;
  }

  void onInvocation(RandomPlant.Kernel kernel, Configuration settings) {
    visited.computeIfAbsent(kernel.name, name -> new HashMap<>()).merge(settings, 1, Integer::sum);
  }

  /** A node that refuses all is asked ever more seldom: 3.3 s doubled up to 5 min. */
  void checkNoStorm(LoopRun run) {
    if (sentNanos.size() > 16) {
      fail("storm", sentNanos.size() + " decisions within " + run.seconds() + " s");
    }
  }

  /** Most decisions within the time that a kernel keeps what it has. */
  int mostWithinDwell() {
    int most = 0;
    int from = 0;
    for (int i = 0; i < sentNanos.size(); i++) {
      while (sentNanos.get(i) - sentNanos.get(from) >= LoopRun.SETTINGS.dwellNanos()) {
        from++;
      }
      most = Math.max(most, i - from + 1);
    }
    return most;
  }

  /** What must be true when a run has ended. */
  void checkEnd(LoopRun run, FineSettings fine) {
    if (!run.isSettled()) {
      fail("settles", "not after " + run.seconds() + " s: " + run.state.snapshot().kernels());
      return;
    }
    for (RandomPlant.Kernel kernel : plant.kernels) {
      if (!run.hasTunables()) {
        continue;
      }
      checkRate(run, kernel, fine);
      checkCannotTell(run, kernel);
      checkInsensitive(run, kernel, fine);
    }
  }

  /** What must be true when a run of {@code harmonia} or a variant with a fine half has ended. */
  void checkEnd(LoopRun run, HarmoniaJudging judging) {
    if (!run.isSettled()) {
      fail("settles", "not after " + run.seconds() + " s: " + run.state.snapshot().kernels());
      return;
    }
    for (RandomPlant.Kernel kernel : plant.kernels) {
      // A judgement is the mean of some invocations; two are compared, and each may be off by as
      // much as is exceeded once in 100,000 times.
      double margin = 2 * 4.5 * kernel.noise / Math.sqrt(judging.invocations());
      double rate = kernel.deliveredRate(run.settings(kernel.name), run.seconds());
      double own = kernel.deliveredRate(Configuration.EMPTY, run.seconds());
      if (rate < own * (1 - judging.tolerance() - margin)) {
        fail("rate", kernel.name + " delivers " + rate / own + ", noise " + kernel.noise);
      }
    }
  }

  /**
   * A loss beyond the tolerance needs an error of more than 3 standard errors, which at the first
   * look of 8 invocations are 1.5 times the noise of one. A gain must exceed the tolerance by as
   * much to be seen.
   */
  private void checkRate(LoopRun run, RandomPlant.Kernel kernel, FineSettings fine) {
    double margin = 1.5 * kernel.noise;
    double rate = kernel.deliveredRate(run.settings(kernel.name), run.seconds());
    double own = kernel.deliveredRate(Configuration.EMPTY, run.seconds());
    if (rate < own * (1 - fine.tolerance() - margin)) {
      fail("rate", kernel.name + " delivers " + rate / own + " of its own, noise " + kernel.noise);
    }
    if (run.memoryOf(kernel.name).hasGivenUp()) {
      return;
    }
    Map<Configuration, Integer> seen = visited.getOrDefault(kernel.name, Map.of());
    for (Map.Entry<Configuration, Integer> each : seen.entrySet()) {
      double visitedRate = kernel.deliveredRate(each.getKey(), run.seconds());
      double limit = (1 - fine.tolerance() - margin) / (1 + fine.tolerance() + 2 * margin);
      if (each.getValue() >= 2 * fine.fewest() && rate < visitedRate * limit) {
        fail("best", kernel.name + " delivers " + rate / visitedRate + " of " + each.getKey());
      }
    }
  }

  /** Noise of 2 % shows a loss of 2 % within 128 invocations, noise of 15 % does not. */
  private void checkCannotTell(LoopRun run, RandomPlant.Kernel kernel) {
    boolean cannotTell = run.memoryOf(kernel.name).hasGivenUp();
    boolean isQuiet = kernel.noise <= 0.02;
    if (cannotTell == isQuiet) {
      String at = run.memoryOf(kernel.name).stateName();
      fail("says", kernel.name + " has noise " + kernel.noise + ", " + at);
    }
  }

  /** Where half of the tolerance is left, nothing speaks against what has no effect. */
  private void checkInsensitive(LoopRun run, RandomPlant.Kernel kernel, FineSettings fine) {
    Configuration settings = run.settings(kernel.name);
    double share =
        kernel.deliveredRate(settings, run.seconds())
            / kernel.deliveredRate(Configuration.EMPTY, run.seconds());
    if (kernel.noise > 0.005 || share < 1 - fine.tolerance() / 2) {
      return;
    }
    boolean hasFaster = kernel.effects.containsValue(RandomPlant.Effect.FASTER_WHEN_LOWER);
    for (Tunable tunable : plant.tunables) {
      boolean isFree =
          tunable.isWritable()
              && !tunable.name().equals(plant.notListed)
              && !plant.bounds.containsKey(tunable.name())
              && index(tunable, Configuration.EMPTY) > 0;
      boolean isLowest = index(tunable, settings) == 0;
      if (isFree
          && !hasFaster
          && kernel.effects.get(tunable.name()) == RandomPlant.Effect.NONE
          && !isLowest) {
        fail("lowered", kernel.name + " has " + tunable.name() + " at " + settings);
      }
    }
  }
}
