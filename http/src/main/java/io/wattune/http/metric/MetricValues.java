package io.wattune.http.metric;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of one scrape, counts exact up to 2^53. Not thread safe; one scrape has one. */
public final class MetricValues {
  /** OpenMetrics allows no longer names and values of an exemplar's labels. */
  private static final int LONGEST_EXEMPLAR = 128;

  private final Map<Metric, Map<List<String>, Double>> values = new LinkedHashMap<>();
  private final Map<Metric, Map<List<String>, Exemplar>> exemplars = new HashMap<>();

  /**
   * Puts one value.
   *
   * @param labels a value for each label of the metric, in its order
   * @throws IllegalArgumentException where the labels are not the metric's, or a value is put twice
   */
  public void put(Metric metric, double value, String... labels) {
    if (labels.length != metric.labels().size()) {
      throw new IllegalArgumentException(
          metric.name() + " has the labels " + metric.labels() + ", was given " + labels.length);
    }
    if (values.computeIfAbsent(metric, key -> new LinkedHashMap<>()).put(List.of(labels), value)
        != null) {
      throw new IllegalArgumentException(
          metric.name() + List.of(labels) + " was put twice in one scrape");
    }
  }

  /**
   * Puts an exemplar of a counter, which OpenMetrics shows beside its value: one of what it has
   * counted. One that is too long for OpenMetrics is left out, and so are all of a metric without
   * one of its labels.
   *
   * @param label a label of the exemplar
   * @param of its value
   * @param labels as of {@link #put}
   */
  public void exemplar(Metric metric, double value, String label, String of, String... labels) {
    if (label.length() + of.codePointCount(0, of.length()) <= LONGEST_EXEMPLAR) {
      Exemplar exemplar = Exemplar.builder().value(value).labels(Labels.of(label, of)).build();
      exemplars.computeIfAbsent(metric, key -> new HashMap<>()).put(List.of(labels), exemplar);
    }
  }

  MetricSnapshots snapshots(LeftOutLabels leftOut) {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    values.forEach(
        (metric, points) -> {
          Metric without = leftOut.of(metric);
          Map<List<String>, Double> left = leftOut.of(metric, points);
          if (!left.isEmpty()) {
            all.metricSnapshot(snapshot(without, left, exemplars.getOrDefault(without, Map.of())));
          }
        });
    return all.build();
  }

  private static MetricSnapshot snapshot(
      Metric metric, Map<List<String>, Double> points, Map<List<String>, Exemplar> exemplars) {
    if (metric.kind() == MetricKind.COUNTER) {
      return new CounterSnapshot(
          metadata(metric),
          points.entrySet().stream()
              .map(
                  point ->
                      new CounterDataPointSnapshot(
                          point.getValue(),
                          labels(metric, point.getKey()),
                          exemplars.get(point.getKey()),
                          0))
              .toList());
    }
    if (metric.kind() == MetricKind.INFO) {
      return new InfoSnapshot(
          metadata(metric),
          points.keySet().stream()
              .map(point -> new InfoDataPointSnapshot(labels(metric, point)))
              .toList());
    }
    if (metric.kind() == MetricKind.UNTYPED) {
      return new UnknownSnapshot(
          metadata(metric),
          points.entrySet().stream()
              .map(
                  point ->
                      new UnknownDataPointSnapshot(
                          point.getValue(), labels(metric, point.getKey()), null))
              .toList());
    }
    return new GaugeSnapshot(
        metadata(metric),
        points.entrySet().stream()
            .map(
                point ->
                    new GaugeDataPointSnapshot(
                        point.getValue(), labels(metric, point.getKey()), null))
            .toList());
  }

  private static MetricMetadata metadata(Metric metric) {
    return metric.unit().isEmpty()
        ? new MetricMetadata(metric.baseName(), metric.sentence())
        : new MetricMetadata(metric.baseName(), metric.sentence(), new Unit(metric.unit()));
  }

  private static Labels labels(Metric metric, List<String> values) {
    return Labels.of(metric.labels(), values);
  }
}
