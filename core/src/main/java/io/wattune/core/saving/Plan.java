package io.wattune.core.saving;

import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.HashMap;
import java.util.Map;

/**
 * What a decision wishes, in so far as it is not the own settings.
 *
 * @param standard while nothing runs that has a configuration of its own
 * @param byKernel the whole configuration of each kernel that has one of its own
 */
record Plan(Configuration standard, Map<String, Configuration> byKernel) {

  Plan {
    byKernel = Map.copyOf(byKernel);
  }

  static Plan of(Decision.ForDevice decision) {
    Map<String, Configuration> byKernel = new HashMap<>();
    for (ActivityConfiguration each : decision.byActivityName()) {
      byKernel.put(each.activityName(), decision.configurationFor(each.activityName()));
    }
    return new Plan(decision.defaultConfiguration(), byKernel);
  }

  /**
   * What differs from the own settings while a kernel runs; empty where nothing does.
   *
   * @param own own values by tunable, as far as they are known
   */
  Configuration of(String kernel, Map<String, Long> own) {
    return differing(byKernel.getOrDefault(kernel, standard), own);
  }

  private static Configuration differing(Configuration wished, Map<String, Long> own) {
    Configuration differing = Configuration.EMPTY;
    for (Setting each : wished.settings()) {
      Long value = own.get(each.tunable());
      if (value == null || value != each.value()) {
        differing = differing.with(each);
      }
    }
    return differing;
  }

  /** Whether whatever runs has the same settings, so that none can have those of a neighbour. */
  boolean isOneForAll(Map<String, Long> own) {
    Configuration common = differing(standard, own);
    for (String kernel : byKernel.keySet()) {
      if (!of(kernel, own).equals(common)) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing differs from the own settings, whatever runs. */
  boolean isOwn(Map<String, Long> own) {
    for (String kernel : byKernel.keySet()) {
      if (!of(kernel, own).isEmpty()) {
        return false;
      }
    }
    return differing(standard, own).isEmpty();
  }
}
