package io.wattune.core.sensitivity.training;

import io.wattune.core.sensitivity.Metric;
import io.wattune.core.sensitivity.RegisterFile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Makes examples of the rows of a sweep. As in Paul et al. 2015, section 4.2, a metric of a kernel
 * is its mean over all configurations: a model that is to work at any of them must not depend on
 * one.
 */
public final class Examples {

  private Examples() {}

  /** One example for each kernel and phase, in the order of the rows. */
  public static List<Example> of(List<SweepRow> rows, RegisterFile registers) {
    Map<List<Object>, List<SweepRow>> kernels = new LinkedHashMap<>();
    for (SweepRow row : rows) {
      kernels
          .computeIfAbsent(
              List.of(row.application(), row.kernel(), row.phase()), each -> new ArrayList<>())
          .add(row);
    }
    return kernels.values().stream().map(each -> example(each, registers)).toList();
  }

  private static Example example(List<SweepRow> rows, RegisterFile registers) {
    Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      metrics.put(metric, mean(rows, metric, registers));
    }
    Map<Target, Double> sensitivities = new EnumMap<>(Target.class);
    for (Target target : Target.values()) {
      sensitivities.put(target, target.measured(rows));
    }
    SweepRow first = rows.get(0);
    return new Example(first.application(), first.kernel(), first.phase(), metrics, sensitivities);
  }

  private static double mean(List<SweepRow> rows, Metric metric, RegisterFile registers) {
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
