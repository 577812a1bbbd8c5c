package io.wattune.http.metric;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Metrics of a part, each declared once. What the part shows anyway is read at each scrape; all
 * else is counted by Prometheus' library, in a counter that the table gives out. Exemplars, which
 * the library looks for on a thread of its own, come from traces, which nothing here has.
 *
 * @param <T> what they are read from
 */
public final class MetricTable<T> {
  private final String part;
  private final List<String> labels;
  private final List<Column<T>> columns = new ArrayList<>();

  private record Column<T>(Metric metric, Function<T, Map<List<String>, ? extends Number>> read) {}

  private MetricTable(String part, List<String> labels) {
    this.part = part;
    this.labels = labels;
  }

  /** A table without metrics yet; the labels of each begin with these. */
  public static <T> MetricTable<T> of(String part, String... labels) {
    return new MetricTable<>(part, List.of(labels));
  }

  /** What is in it. */
  public List<Metric> metrics() {
    return columns.stream().<Metric>map(Column::metric).toList();
  }

  /** A count of things. */
  public MetricTable<T> counter(String what, String sentence, ToDoubleFunction<T> value) {
    return counter(what, "", sentence, value);
  }

  /** A count of seconds, joules or bytes. */
  public MetricTable<T> counter(
      String what, String unit, String sentence, ToDoubleFunction<T> value) {
    return one(Metric.counter(part, what, unit, sentence, labels()), value);
  }

  /** A count by one label more. */
  public MetricTable<T> counters(
      String what,
      String unit,
      String sentence,
      String label,
      Function<T, Map<String, ? extends Number>> values) {
    return many(Metric.counter(part, what, unit, sentence, labels(label)), values);
  }

  /** A number of things. */
  public MetricTable<T> gauge(String what, String sentence, ToDoubleFunction<T> value) {
    return gauge(what, "", sentence, value);
  }

  /** A value that goes up and down; absent while it is NaN. */
  public MetricTable<T> gauge(
      String what, String unit, String sentence, ToDoubleFunction<T> value) {
    return one(Metric.gauge(part, what, unit, sentence, labels()), value);
  }

  /** Values that go up and down, by one label more. */
  public MetricTable<T> gauges(
      String what,
      String unit,
      String sentence,
      String label,
      Function<T, Map<String, ? extends Number>> values) {
    return many(Metric.gauge(part, what, unit, sentence, labels(label)), values);
  }

  /** What holds, 1, or does not, 0. */
  public MetricTable<T> flag(String what, String sentence, Predicate<T> holds) {
    return gauge(what, sentence, from -> holds.test(from) ? 1 : 0);
  }

  /** Consumer lag, which means the same in every part that consumes. */
  public MetricTable<T> lag(Function<T, Map<String, ? extends Number>> records) {
    return gauges(
        "lag_records",
        "",
        "Records of the topic that this process was given to read and has not read yet; topics of"
            + " which nothing was read yet are absent.",
        "topic",
        records);
  }

  /**
   * Any metric whose labels begin with the table's.
   *
   * @param read its values, by the labels that come after these
   */
  public MetricTable<T> add(Metric metric, Function<T, Map<List<String>, ? extends Number>> read) {
    columns.add(new Column<>(metric, read));
    return this;
  }

  /** A counter, for any thread; by these labels, of which there are few values. */
  public Counter counted(String what, String sentence, String... by) {
    Counter counter =
        Counter.builder().withoutExemplars().name(what).help(sentence).labelNames(by).build();
    add(Metric.counter(part, what, "", sentence, labels(by)), from -> counts(counter, by));
    return counter;
  }

  /** A number of things that come and go, for any thread. */
  public Gauge level(String what, String sentence) {
    Gauge gauge = Gauge.builder().withoutExemplars().name(what).help(sentence).build();
    gauge(what, sentence, from -> gauge.get());
    return gauge;
  }

  /** The same by a label, of which there are few values. */
  public Gauge level(String what, String sentence, String by) {
    Gauge gauge =
        Gauge.builder().withoutExemplars().name(what).help(sentence).labelNames(by).build();
    gauges(
        what,
        "",
        sentence,
        by,
        from -> {
          Map<String, Double> levels = new TreeMap<>();
          for (GaugeDataPointSnapshot point : gauge.collect().getDataPoints()) {
            levels.put(point.getLabels().getValue(0), point.getValue());
          }
          return levels;
        });
    return gauge;
  }

  private static Map<List<String>, Double> counts(Counter counter, String... by) {
    Map<List<String>, Double> counts = new HashMap<>();
    for (CounterDataPointSnapshot point : counter.collect().getDataPoints()) {
      counts.put(Stream.of(by).map(point.getLabels()::get).toList(), point.getValue());
    }
    return counts;
  }

  /** What a counter with one label has counted, by its values. */
  public static Map<String, Long> byLabel(Counter counter) {
    Map<String, Long> counts = new TreeMap<>();
    for (CounterDataPointSnapshot point : counter.collect().getDataPoints()) {
      counts.put(point.getLabels().getValue(0), (long) point.getValue());
    }
    return counts;
  }

  /** What a counter has counted, whatever its labels. */
  public static long all(Counter counter) {
    return (long)
        counter.collect().getDataPoints().stream()
            .mapToDouble(CounterDataPointSnapshot::getValue)
            .sum();
  }

  private MetricTable<T> one(Metric metric, ToDoubleFunction<T> value) {
    return add(metric, from -> Map.of(List.of(), value.applyAsDouble(from)));
  }

  private MetricTable<T> many(Metric metric, Function<T, Map<String, ? extends Number>> values) {
    return add(
        metric,
        from -> {
          Map<List<String>, Number> byLabels = new HashMap<>();
          values.apply(from).forEach((label, value) -> byLabels.put(List.of(label), value));
          return byLabels;
        });
  }

  private String[] labels(String... more) {
    return Stream.concat(labels.stream(), Stream.of(more)).toArray(String[]::new);
  }

  /**
   * Puts the values of now.
   *
   * @param own values of the table's own labels
   */
  public void read(MetricValues values, T from, String... own) {
    for (Column<T> column : columns) {
      column
          .read()
          .apply(from)
          .forEach(
              (more, value) -> {
                if (!Double.isNaN(value.doubleValue())) {
                  String[] all =
                      Stream.concat(Stream.of(own), more.stream()).toArray(String[]::new);
                  values.put(column.metric(), value.doubleValue(), all);
                }
              });
    }
  }
}
