package io.wattune.http.metric;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of one scrape, counts exact up to 2^53. Not thread safe; one scrape has one. */
public final class MetricValues {
  private final Map<Metric, Map<List<String>, Double>> values = new LinkedHashMap<>();

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

  MetricSnapshots snapshots(LeftOutLabels leftOut) {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    values.forEach(
        (metric, points) -> {
          Metric without = leftOut.of(metric);
          Map<List<String>, Double> left = leftOut.of(metric, points);
          if (!left.isEmpty()) {
            all.metricSnapshot(snapshot(without, left));
          }
        });
    return all.build();
  }

  private static MetricSnapshot snapshot(Metric metric, Map<List<String>, Double> points) {
    if (metric.kind() == MetricKind.COUNTER) {
      return new CounterSnapshot(
          metadata(metric),
          points.entrySet().stream()
              .map(
                  point ->
                      new CounterDataPointSnapshot(
                          point.getValue(), labels(metric, point.getKey()), null, 0))
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
