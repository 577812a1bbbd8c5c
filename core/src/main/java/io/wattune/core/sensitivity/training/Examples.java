package io.wattune.core.sensitivity.training;

import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.SensitivityMetric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Makes examples of the rows of a sweep. */
public final class Examples {

  private Examples() {}

  /** One example for each kernel and phase, in the order of the rows. */
  public static List<TrainingExample> of(
      List<SweepRow> rows, RegisterFile registers, CounterUse use) {
    Map<List<String>, Map<Integer, List<SweepRow>>> kernels = new LinkedHashMap<>();
    for (SweepRow row : rows) {
      kernels
          .computeIfAbsent(List.of(row.application(), row.kernel()), each -> new LinkedHashMap<>())
          .computeIfAbsent(row.phase(), each -> new ArrayList<>())
          .add(row);
    }
    List<TrainingExample> examples = new ArrayList<>();
    for (Map<Integer, List<SweepRow>> phases : kernels.values()) {
      for (List<SweepRow> phase : phases.values()) {
        examples.add(example(phase, 1.0 / phases.size(), registers, use));
      }
    }
    return examples;
  }

  private static TrainingExample example(
      List<SweepRow> rows, double weight, RegisterFile registers, CounterUse use) {
    List<SweepRow> counted =
        use == CounterUse.MEAN ? rows : List.of(MeasuredSensitivity.highest(rows));
    Map<SensitivityMetric, Double> metrics = new EnumMap<>(SensitivityMetric.class);
    for (SensitivityMetric metric : SensitivityMetric.values()) {
      metrics.put(metric, mean(counted, metric, registers));
    }
    Map<Target, Double> sensitivities = new EnumMap<>(Target.class);
    for (Target target : Target.values()) {
      sensitivities.put(target, target.measured(rows));
    }
    SweepRow first = rows.get(0);
    return new TrainingExample(
        first.application(), first.kernel(), first.phase(), weight, metrics, sensitivities);
  }

  private static double mean(
      List<SweepRow> rows, SensitivityMetric metric, RegisterFile registers) {
    double sum = 0;
    for (SweepRow row : rows) {
      OptionalDouble value = metric.of(row.reading(), registers);
      if (value.isEmpty()) {
        throw new IllegalArgumentException(
            "the counters of '" + row.kernel() + "' do not give " + metric);
      }
      sum += value.getAsDouble();
    }
    return sum / rows.size();
  }
}
