package io.wattune.http.metric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Labels that are not shown. Series that become one by it are added up where that means something:
 * counters, watts and joules. Of others, such as temperatures, there is none then: a wrong value
 * would be worse. Standard errors add up as if they were common, which is an upper bound.
 */
public record LeftOutLabels(Set<String> names) {
  /** All labels are shown. */
  public static final LeftOutLabels NONE = new LeftOutLabels(Set.of());

  public LeftOutLabels {
    names = Set.copyOf(names);
  }

  /**
   * These labels of these metrics.
   *
   * @throws IllegalArgumentException where none has one of them; the message lists those that there
   *     are
   */
  public static LeftOutLabels of(List<String> names, List<Metric> metrics) {
    Set<String> known =
        metrics.stream()
            .flatMap(metric -> metric.labels().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "no metric has a label '" + name + "'; there are " + String.join(", ", known));
      }
    }
    return new LeftOutLabels(Set.copyOf(names));
  }

  /** The metric without them. */
  Metric of(Metric metric) {
    if (metric.labels().stream().noneMatch(names::contains)) {
      return metric;
    }
    List<String> left = metric.labels().stream().filter(label -> !names.contains(label)).toList();
    return new Metric(
        metric.part(), metric.name(), metric.kind(), metric.unit(), left, metric.sentence());
  }

  /** Its values without them. */
  Map<List<String>, Double> of(Metric metric, Map<List<String>, Double> points) {
    if (metric.labels().stream().noneMatch(names::contains)) {
      return points;
    }
    Map<List<String>, Double> left = new LinkedHashMap<>();
    Set<List<String>> together = new LinkedHashSet<>();
    points.forEach(
        (labels, value) -> {
          List<String> shown = shown(metric, labels);
          if (left.containsKey(shown)) {
            together.add(shown);
          }
          left.merge(shown, value, Double::sum);
        });
    if (!metric.isAdditive() && metric.kind() != MetricKind.INFO) {
      together.forEach(left::remove);
    }
    return left;
  }

  private List<String> shown(Metric metric, List<String> labels) {
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      if (!names.contains(metric.labels().get(i))) {
        shown.add(labels.get(i));
      }
    }
    return shown;
  }
}
