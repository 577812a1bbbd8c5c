package io.wattune.collectors.server;

import io.wattune.collectors.exposition.MetricLine;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work between two pages of a server: by how much a counter grew, summed over its series. A count
 * that has fallen, or is gone, was set back, as where the server was started anew: nobody knows
 * what it did in between, so that interval gives nothing and the next one begins at the new count.
 * A series that is new counts from 0. For one thread.
 */
final class ServedWork {
  /** A metric with more series is none that counts work. */
  static final int MOST_SERIES = 10_000;

  /** After a longer time without a page the interval would say nothing of the settings in it. */
  static final long LONGEST_NANOS = 30_000_000_000L;

  private final String metric;
  private final Map<String, String> labels;
  private @Nullable Map<Map<String, String>, Double> before;
  private long beforeNanos;
  private long resets;

  /**
   * Work by a metric.
   *
   * @param labels that a series must have to count
   */
  ServedWork(String metric, Map<String, String> labels) {
    this.metric = metric;
    this.labels = Map.copyOf(labels);
  }

  /** Work that a server delivered in an interval. */
  record WorkInterval(long startNanos, long endNanos, double work) {}

  /**
   * The series of the metric on a page; none where it does not show it.
   *
   * @throws IllegalArgumentException where there are too many, or one is no count
   */
  Map<Map<String, String>, Double> series(String page) {
    Map<Map<String, String>, Double> series = new HashMap<>();
    page.lines()
        .filter(line -> line.startsWith(metric))
        .map(MetricLine::of)
        .filter(line -> line != null && line.name().equals(metric))
        .filter(line -> line.labels().entrySet().containsAll(labels.entrySet()))
        .forEach(line -> series.put(line.labels(), line.value()));
    if (series.size() > MOST_SERIES) {
      throw new IllegalArgumentException(
          "metric '" + metric + "' has " + series.size() + " series; name one by labels");
    }
    if (series.values().stream().anyMatch(value -> value < 0)) {
      throw new IllegalArgumentException("metric '" + metric + "' is negative: it is no counter");
    }
    return series;
  }

  /**
   * Takes the series of a page.
   *
   * @param nanos when the server counted, epoch nanoseconds
   * @return the interval since the page before; empty for the first and after a reset
   */
  Optional<WorkInterval> take(Map<Map<String, String>, Double> series, long nanos) {
    Map<Map<String, String>, Double> old = before;
    long start = beforeNanos;
    if (old != null && nanos <= start) {
      return Optional.empty();
    }
    before = Map.copyOf(series);
    beforeNanos = nanos;
    if (old == null || nanos - start > LONGEST_NANOS) {
      return Optional.empty();
    }
    double work = 0;
    for (Map.Entry<Map<String, String>, Double> each : old.entrySet()) {
      double now = series.getOrDefault(each.getKey(), -1.0);
      if (now < each.getValue()) {
        resets++;
        return Optional.empty();
      }
    }
    for (Map.Entry<Map<String, String>, Double> each : series.entrySet()) {
      work += each.getValue() - old.getOrDefault(each.getKey(), 0.0);
    }
    return Double.isFinite(work)
        ? Optional.of(new WorkInterval(start, nanos, work))
        : Optional.empty();
  }

  /** How often a count was set back. */
  long resets() {
    return resets;
  }
}
