package io.wattune.core.sensitivity;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How sensitivities are estimated.
 *
 * @param models the models, each with a name of its own
 * @param registers what register counts are normalised by
 * @param bins the bins
 * @param newestWeight weight of the newest reading against all before, above 0 and at most 1; 1
 *     forgets all before
 * @param smallestChange a value that has moved less is not reported again
 * @param refreshNanos but it is reported again after so much event time
 * @param namesPerDevice activity names that are remembered for one device
 */
public record SensitivitySettings(
    List<LinearModel> models,
    RegisterFile registers,
    Bins bins,
    double newestWeight,
    double smallestChange,
    long refreshNanos,
    int namesPerDevice)
    implements Serializable {

  /**
   * Harmonia's models; the newest reading weighs one half, so that four readings after a change of
   * phase 94 % is of the new phase.
   */
  public static final SensitivitySettings DEFAULT =
      new SensitivitySettings(
          Table3.MODELS, RegisterFile.GCN1, Bins.DEFAULT, 0.5, 0.005, 1_000_000_000L, 256);

  /** The same with other models, and what their register counts are normalised by. */
  public SensitivitySettings with(List<LinearModel> others, RegisterFile normalisedBy) {
    return new SensitivitySettings(
        others, normalisedBy, bins, newestWeight, smallestChange, refreshNanos, namesPerDevice);
  }

  public SensitivitySettings {
    models = List.copyOf(models);
    Set<String> names = new HashSet<>();
    for (LinearModel model : models) {
      if (!names.add(model.name())) {
        throw new IllegalArgumentException("two models have the name '" + model.name() + "'");
      }
    }
    if (!(newestWeight > 0 && newestWeight <= 1)) {
      throw new IllegalArgumentException("newestWeight must be in (0, 1], was " + newestWeight);
    }
    if (!(smallestChange >= 0 && smallestChange < 1)) {
      throw new IllegalArgumentException("smallestChange must be in [0, 1), was " + smallestChange);
    }
    if (refreshNanos < 0) {
      throw new IllegalArgumentException("refreshNanos must not be negative, was " + refreshNanos);
    }
    if (namesPerDevice < 1) {
      throw new IllegalArgumentException(
          "namesPerDevice must be at least 1, was " + namesPerDevice);
    }
  }
}
