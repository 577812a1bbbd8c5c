package io.wattune.collectors.server;

import io.wattune.collectors.server.RequestPage.MetricSeries;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyBucket;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Requests between two pages of a server. Where a count has fallen or is gone the server was
 * started anew: nobody knows what came in between, so that interval gives nothing and the next one
 * begins at the new count. A series that is new counts from 0. For one thread.
 */
final class ServedRequests {
  private static final double[] QUANTILES = {0.5, 0.95, 0.99};

  private final String node;
  private final String server;
  private final ServerKind kind;
  private final List<String> devices;
  private @Nullable RequestPage before;
  private long beforeNanos;
  private long sequence;

  ServedRequests(String node, String server, ServerKind kind, List<String> devices) {
    this.node = node;
    this.server = server;
    this.kind = kind;
    this.devices = List.copyOf(devices);
  }

  /**
   * Takes a page.
   *
   * @param nanos when the server counted, epoch nanoseconds
   * @return the interval since the page before; empty for the first and after a reset
   */
  Optional<ServingReading> take(RequestPage page, long nanos) {
    RequestPage old = before;
    long start = beforeNanos;
    if (old != null && nanos <= start) {
      return Optional.empty();
    }
    before = page;
    beforeNanos = nanos;
    if (old == null || nanos - start > ServedWork.LONGEST_NANOS) {
      return Optional.empty();
    }
    OptionalLong finished = increase(old.finished(), page.finished());
    OptionalLong failed = increase(old.failed(), page.failed());
    OptionalLong arrived = increase(old.arrived(), page.arrived());
    Optional<LatencyHistogram> latencies = increaseOfBuckets(old.buckets(), page.buckets());
    if (finished.isEmpty() || failed.isEmpty() || arrived.isEmpty() || latencies.isEmpty()) {
      return Optional.empty();
    }
    long answered = page.finished().isEmpty() ? latencies.get().requests() : finished.getAsLong();
    return Optional.of(
        new ServingReading(
            node,
            server,
            kind,
            sequence++,
            start,
            nanos,
            devices,
            page.models().size() == 1 ? page.models().iterator().next() : null,
            page.arrived().isEmpty() ? arrived(old, page, answered) : arrived,
            answered,
            page.failed().isEmpty() && old.failed().isEmpty() ? OptionalLong.empty() : failed,
            latencies.get(),
            answered == 0 ? List.of() : quantiles(page, latencies.get()),
            mean(old, page, latencies.get(), answered - failed.getAsLong()),
            page.waiting(),
            page.running(),
            null,
            false));
  }

  /** What came is what finished and what is there more than before, if the two agree. */
  private static OptionalLong arrived(RequestPage old, RequestPage page, long answered) {
    if (old.waiting().isEmpty()
        || old.running().isEmpty()
        || page.waiting().isEmpty()
        || page.running().isEmpty()) {
      return OptionalLong.empty();
    }
    long more =
        page.waiting().getAsLong()
            + page.running().getAsLong()
            - old.waiting().getAsLong()
            - old.running().getAsLong();
    return answered + more < 0 ? OptionalLong.empty() : OptionalLong.of(answered + more);
  }

  private static List<LatencyBound> quantiles(RequestPage page, LatencyHistogram latencies) {
    return latencies.buckets().isEmpty()
        ? page.quantiles()
        : DoubleStream.of(QUANTILES)
            .mapToObj(each -> latencies.quantile(each).orElseThrow())
            .toList();
  }

  /**
   * The mean, by the sum of latencies; empty where it is not within what the buckets allow: a sum
   * and buckets that were read at different moments do not belong to the same requests.
   */
  private static OptionalDouble mean(
      RequestPage old, RequestPage page, LatencyHistogram latencies, long succeeded) {
    long requests = latencies.buckets().isEmpty() ? succeeded : latencies.requests();
    double sum = 0;
    for (Map.Entry<MetricSeries, Double> each : page.seconds().entrySet()) {
      sum += each.getValue() - old.seconds().getOrDefault(each.getKey(), 0.0);
    }
    if (requests <= 0 || page.seconds().isEmpty() || !(sum >= 0 && Double.isFinite(sum))) {
      return OptionalDouble.empty();
    }
    if (latencies.buckets().isEmpty()) {
      return OptionalDouble.of(sum / requests);
    }
    double least = 0;
    double most = 0;
    for (LatencyBucket each : latencies.buckets()) {
      least += each.lowSeconds() * each.requests();
      most += each.highSeconds() * each.requests();
    }
    // Sums of many latencies are rounded in their last digits.
    double rounding = 1e-9 * page.seconds().values().stream().mapToDouble(each -> each).sum();
    return sum < least - rounding || sum > most + rounding
        ? OptionalDouble.empty()
        : OptionalDouble.of(sum / requests);
  }

  /** By how much counts grew in sum; empty where one fell or is gone. */
  private static OptionalLong increase(Map<MetricSeries, Long> old, Map<MetricSeries, Long> now) {
    long sum = 0;
    for (Map.Entry<MetricSeries, Long> each : old.entrySet()) {
      if (now.getOrDefault(each.getKey(), -1L) < each.getValue()) {
        return OptionalLong.empty();
      }
    }
    for (Map.Entry<MetricSeries, Long> each : now.entrySet()) {
      sum += each.getValue() - old.getOrDefault(each.getKey(), 0L);
    }
    return OptionalLong.of(sum);
  }

  /** The same for histograms, each bucket for itself. */
  private static Optional<LatencyHistogram> increaseOfBuckets(
      Map<MetricSeries, NavigableMap<Double, Long>> old,
      Map<MetricSeries, NavigableMap<Double, Long>> now) {
    if (!now.keySet().containsAll(old.keySet())) {
      return Optional.empty();
    }
    LatencyHistogram sum = LatencyHistogram.EMPTY;
    for (Map.Entry<MetricSeries, NavigableMap<Double, Long>> each : now.entrySet()) {
      NavigableMap<Double, Long> before = old.getOrDefault(each.getKey(), new TreeMap<>());
      if (!before.isEmpty() && !before.keySet().equals(each.getValue().keySet())) {
        return Optional.empty();
      }
      List<LatencyBucket> buckets = new ArrayList<>();
      double low = 0;
      long below = 0;
      for (Map.Entry<Double, Long> bound : each.getValue().entrySet()) {
        long within = bound.getValue() - before.getOrDefault(bound.getKey(), 0L);
        if (within < below) {
          return Optional.empty();
        }
        if (within > below) {
          buckets.add(new LatencyBucket(low, bound.getKey(), within - below));
        }
        low = bound.getKey();
        below = within;
      }
      sum = sum.plus(new LatencyHistogram(buckets));
    }
    return Optional.of(sum);
  }
}
