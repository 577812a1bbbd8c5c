package io.wattune.core.sensitivity.training;

import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.SensitivityMetric;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a model learns from one kernel and phase: metrics and sensitivities.
 *
 * @param application what the kernel belongs to
 * @param kernel name of the kernel
 * @param phase which of its phases, from 0
 * @param weight how much it counts: the phases of a kernel have 1 together
 * @param metrics every metric, in its own unit
 * @param sensitivities what was measured
 */
public record TrainingExample(
    String application,
    String kernel,
    int phase,
    double weight,
    Map<SensitivityMetric, Double> metrics,
    Map<Target, Double> sensitivities) {

  public TrainingExample {
    metrics = new EnumMap<>(metrics);
    sensitivities = new EnumMap<>(sensitivities);
  }

  @Override
  public Map<SensitivityMetric, Double> metrics() {
    return new EnumMap<>(metrics);
  }

  @Override
  public Map<Target, Double> sensitivities() {
    return new EnumMap<>(sensitivities);
  }

  /** A metric. */
  public double metric(SensitivityMetric metric) {
    return metrics.getOrDefault(metric, Double.NaN);
  }

  /** A measured sensitivity. */
  public double measured(Target target) {
    return sensitivities.getOrDefault(target, Double.NaN);
  }

  /** What a model says of it, held within 0..1 as every sensitivity is. */
  public double predicted(LinearModel model) {
    double raw = model.intercept();
    for (LinearModel.Term term : model.terms()) {
      raw += term.coefficient() * metric(term.metric());
    }
    return Math.max(0, Math.min(1, raw));
  }
}
