package io.wattune.evaluation.harmonia;

import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.testbed.offline.OfflineSettings;
import java.util.Map;

/**
 * Under which conditions policies are evaluated.
 *
 * @param loop the loop around them, and the models that sensitivities are estimated with
 * @param delays how late settings follow
 * @param powerLimitWatts power of the card above which it does not boost, the baseline by what it
 *     is, under the others by itself; infinite for none
 * @param trained for policies that ask for models trained here: by application, models that have
 *     not seen it
 */
public record TrialConditions(
    OfflineSettings loop,
    SettingDelays delays,
    double powerLimitWatts,
    Map<String, SensitivitySettings> trained) {

  /** The paper's: Table 3, settings that hold at once, a baseline that always boosts. */
  public static final TrialConditions PAPER =
      new TrialConditions(
          OfflineSettings.PAPER, SettingDelays.NONE, Double.POSITIVE_INFINITY, Map.of());

  public TrialConditions {
    trained = Map.copyOf(trained);
    if (!(powerLimitWatts > 0)) {
      throw new IllegalArgumentException("powerLimitWatts must be above 0, was " + powerLimitWatts);
    }
  }

  /** The same with other delays. */
  public TrialConditions with(SettingDelays others) {
    return new TrialConditions(loop, others, powerLimitWatts, trained);
  }

  /** The same with other models of sensitivity. */
  public TrialConditions with(SensitivitySettings sensitivity) {
    return new TrialConditions(loop.with(sensitivity), delays, powerLimitWatts, trained);
  }

  /** The same with this limit. */
  public TrialConditions withPowerLimit(double watts) {
    return new TrialConditions(loop, delays, watts, trained);
  }

  /** The same with these models for policies that ask for them. */
  TrialConditions withTrained(Map<String, SensitivitySettings> models) {
    return new TrialConditions(loop, delays, powerLimitWatts, models);
  }

  /** Whether sensitivities are estimated as the paper does it. */
  boolean hasPublishedModels() {
    return loop.sensitivity().equals(SensitivitySettings.DEFAULT);
  }

  /** The loop for a policy that asks for models trained here, with an application. */
  OfflineSettings trainedLoop(String application) {
    SensitivitySettings models = trained.get(application);
    if (models == null) {
      throw new IllegalArgumentException(
          "there are no models that were trained without '" + application + "'");
    }
    return loop.with(models);
  }
}
