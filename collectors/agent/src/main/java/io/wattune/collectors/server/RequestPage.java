package io.wattune.collectors.server;

import io.wattune.collectors.exposition.MetricLine;
import io.wattune.collectors.node.ServingMetrics;
import io.wattune.core.serving.LatencyBound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one page says of a server's requests. Whatever cannot be so is no page: a count that is
 * negative, broken or no number, buckets that do not add up.
 *
 * @param finished counts by series
 * @param failed of these
 * @param arrived counts by series; none where the server does not count them
 * @param buckets how many requests took no longer than each bound, by series
 * @param seconds the sum of latencies by series
 * @param quantiles as the server itself has them, of a time of its own choice
 * @param models that the series name
 */
record RequestPage(
    Map<MetricSeries, Long> finished,
    Map<MetricSeries, Long> failed,
    Map<MetricSeries, Long> arrived,
    Map<MetricSeries, NavigableMap<Double, Long>> buckets,
    Map<MetricSeries, Double> seconds,
    List<LatencyBound> quantiles,
    OptionalLong waiting,
    OptionalLong running,
    Set<String> models) {

  /** Bounds of a histogram; servers have some twenty. */
  static final int MOST_BOUNDS = 500;

  private static final double MICRO = 1e-6;

  /** Whole numbers that a double holds: a larger count is none. */
  private static final double MOST_COUNT = 9_007_199_254_740_992.0;

  private static final Set<Double> WANTED = Set.of(0.5, 0.95, 0.99);

  /** A metric with its labels. */
  record MetricSeries(String metric, Map<String, String> labels) {
    MetricSeries {
      labels = Map.copyOf(labels);
    }
  }

  /** Reads pages of one server. */
  static final class Reader {
    private final ServingMetrics metrics;
    private final Map<String, String> labels;
    private final Set<String> names = new HashSet<>();

    /**
     * A reader.
     *
     * @param labels that a series must have to count
     */
    Reader(ServingMetrics metrics, Map<String, String> labels) {
      this.metrics = metrics;
      this.labels = Map.copyOf(labels);
      metrics.finished().forEach(each -> names.add(each.metric()));
      metrics.failed().forEach(each -> names.add(each.metric()));
      if (metrics.arrived() != null) {
        names.add(metrics.arrived().metric());
      }
      if (metrics.histogram() != null) {
        names.add(metrics.histogram() + "_bucket");
        names.add(metrics.histogram() + "_sum");
      }
      for (String each :
          new @Nullable String[] {
            metrics.summary(), metrics.durations(), metrics.waiting(), metrics.running()
          }) {
        if (each != null) {
          names.add(each);
        }
      }
    }

    /**
     * What a page says.
     *
     * @throws IllegalArgumentException where it says nothing of requests, or what cannot be
     */
    RequestPage read(String page) {
      Map<String, List<MetricLine>> lines = new HashMap<>();
      page.lines().forEach(line -> keep(line, lines));
      Map<MetricSeries, Long> finished = counts(lines, metrics.finished());
      Map<MetricSeries, NavigableMap<Double, Long>> buckets = buckets(lines);
      if (finished.isEmpty() && buckets.isEmpty()) {
        throw new IllegalArgumentException(
            "the page does not show '" + metrics.finished().get(0).metric() + "'");
      }
      return new RequestPage(
          finished,
          counts(lines, metrics.failed()),
          metrics.arrived() == null ? Map.of() : counts(lines, List.of(metrics.arrived())),
          buckets,
          seconds(lines),
          quantiles(lines),
          gauge(lines, metrics.waiting()),
          gauge(lines, metrics.running()),
          models(lines));
    }

    private void keep(String line, Map<String, List<MetricLine>> lines) {
      String name = MetricLine.nameOf(line);
      if (!names.contains(name)) {
        return;
      }
      MetricLine read = MetricLine.of(line);
      if (read == null) {
        if (name.equals(metrics.summary())) {
          return; // A quantile of no requests is no number.
        }
        throw new IllegalArgumentException("the page has no number for '" + name + "'");
      }
      if (read.labels().entrySet().containsAll(labels.entrySet())) {
        List<MetricLine> known = lines.computeIfAbsent(name, unused -> new ArrayList<>());
        known.add(read);
        if (known.size() > ServedWork.MOST_SERIES) {
          throw new IllegalArgumentException(
              "metric '" + name + "' has more than " + ServedWork.MOST_SERIES + " series");
        }
      }
    }

    private static Map<MetricSeries, Long> counts(
        Map<String, List<MetricLine>> lines, List<ServingMetrics.Counter> counters) {
      Map<MetricSeries, Long> counts = new HashMap<>();
      for (ServingMetrics.Counter counter : counters) {
        for (MetricLine line : lines.getOrDefault(counter.metric(), List.of())) {
          String value = counter.label() == null ? null : line.labels().get(counter.label());
          if (counter.label() == null || (value != null && counter.values().contains(value))) {
            put(counts, new MetricSeries(line.name(), line.labels()), count(line));
          }
        }
      }
      return Map.copyOf(counts);
    }

    private Map<MetricSeries, NavigableMap<Double, Long>> buckets(
        Map<String, List<MetricLine>> lines) {
      Map<MetricSeries, NavigableMap<Double, Long>> all = new HashMap<>();
      for (MetricLine line : lines.getOrDefault(metrics.histogram() + "_bucket", List.of())) {
        Map<String, String> others = new HashMap<>(line.labels());
        String bound = others.remove("le");
        NavigableMap<Double, Long> buckets =
            all.computeIfAbsent(new MetricSeries(line.name(), others), unused -> new TreeMap<>());
        put(buckets, bound(line.name(), bound), count(line));
        if (buckets.size() > MOST_BOUNDS) {
          throw new IllegalArgumentException(
              "'" + line.name() + "' has more than " + MOST_BOUNDS + " bounds");
        }
      }
      all.forEach(Reader::check);
      return all;
    }

    private static double bound(String name, @Nullable String text) {
      try {
        // Prometheus writes the last one +Inf; Java has another word for it.
        double bound =
            text == null
                ? Double.NaN
                : text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
        if (bound >= 0) {
          return bound;
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw new IllegalArgumentException("'" + name + "' has the bound '" + text + "'");
    }

    private static void check(MetricSeries series, NavigableMap<Double, Long> buckets) {
      if (buckets.lastKey() != Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException("'" + series.metric() + "' has no bucket for all");
      }
      long before = 0;
      for (long each : buckets.values()) {
        if (each < before) {
          throw new IllegalArgumentException(
              "'" + series.metric() + "' has fewer requests below a higher bound");
        }
        before = each;
      }
    }

    private Map<MetricSeries, Double> seconds(Map<String, List<MetricLine>> lines) {
      boolean isHistogram = metrics.histogram() != null;
      String name = isHistogram ? metrics.histogram() + "_sum" : metrics.durations();
      if (name == null) {
        return Map.of();
      }
      Map<MetricSeries, Double> seconds = new HashMap<>();
      for (MetricLine line : of(lines, name)) {
        if (line.value() < 0) {
          throw new IllegalArgumentException("'" + name + "' is negative");
        }
        double value = isHistogram ? line.value() : line.value() * MICRO;
        put(seconds, new MetricSeries(name, line.labels()), value);
      }
      return Map.copyOf(seconds);
    }

    /** Quantiles of several series cannot be put together. */
    private List<LatencyBound> quantiles(Map<String, List<MetricLine>> lines) {
      Map<Double, Double> found = new TreeMap<>();
      for (MetricLine line :
          metrics.summary() == null ? List.<MetricLine>of() : of(lines, metrics.summary())) {
        String text = line.labels().getOrDefault("quantile", "");
        for (double quantile : WANTED) {
          if (text.equals(Double.toString(quantile))) {
            if (line.value() < 0 || found.put(quantile, line.value() * MICRO) != null) {
              return List.of();
            }
          }
        }
      }
      return found.entrySet().stream()
          .map(each -> new LatencyBound(each.getKey(), each.getValue(), each.getValue()))
          .sorted(Comparator.comparingDouble(LatencyBound::quantile))
          .toList();
    }

    private static OptionalLong gauge(
        Map<String, List<MetricLine>> lines, @Nullable String metric) {
      List<MetricLine> series = metric == null ? List.of() : of(lines, metric);
      return series.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(
              series.stream()
                  // SGLang shows the sum, and beside it each priority's part of it.
                  .filter(line -> line.labels().getOrDefault("priority", "").isEmpty())
                  .mapToLong(Reader::count)
                  .sum());
    }

    private Set<String> models(Map<String, List<MetricLine>> lines) {
      Set<String> models = new HashSet<>();
      for (ServingMetrics.Counter counter : metrics.finished()) {
        for (MetricLine line : of(lines, counter.metric())) {
          String model = metrics.model() == null ? null : line.labels().get(metrics.model());
          if (model != null) {
            models.add(model);
          }
        }
      }
      return Set.copyOf(models);
    }

    private static List<MetricLine> of(Map<String, List<MetricLine>> lines, String metric) {
      return lines.getOrDefault(metric, List.of());
    }

    private static <K, V> void put(Map<K, V> known, K key, V value) {
      if (known.put(key, value) != null) {
        throw new IllegalArgumentException("the page has " + key + " twice");
      }
    }

    private static long count(MetricLine line) {
      double value = line.value();
      if (value < 0 || value > MOST_COUNT || value != Math.rint(value)) {
        throw new IllegalArgumentException("'" + line.name() + "' is no count: " + value);
      }
      return (long) value;
    }
  }
}
