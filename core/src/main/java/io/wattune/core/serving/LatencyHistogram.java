package io.wattune.core.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Latencies of requests as a server's histogram has them: how many lie between which bounds. Those
 * of several intervals, and of several servers, can be put together, which quantiles cannot.
 *
 * @param buckets ascending, without those that are empty; none reaches into the next
 */
public record LatencyHistogram(List<LatencyBucket> buckets) {
  /** No request. */
  public static final LatencyHistogram EMPTY = new LatencyHistogram(List.of());

  public LatencyHistogram {
    buckets = List.copyOf(buckets);
    long sum = 0;
    for (LatencyBucket each : buckets) {
      if (each.requests() > Long.MAX_VALUE - sum) {
        throw new IllegalArgumentException("more requests than can be counted");
      }
      sum += each.requests();
    }
    for (int i = 1; i < buckets.size(); i++) {
      if (buckets.get(i).lowSeconds() < buckets.get(i - 1).highSeconds()) {
        throw new IllegalArgumentException(
            "buckets must ascend and not overlap: "
                + buckets.get(i - 1)
                + " before "
                + buckets.get(i));
      }
    }
  }

  /** How many requests it has. */
  public long requests() {
    return buckets.stream().mapToLong(LatencyBucket::requests).sum();
  }

  /**
   * Where a quantile lies: of {@code n} requests it is the {@code ceil(quantile n)}-th, so that at
   * least that part took no longer (nearest rank; no assumption on what lies within a bucket). The
   * true value is never outside of the bounds. Test: {@code LatencyHistogramTest}.
   *
   * @return empty without requests
   */
  public Optional<LatencyBound> quantile(double quantile) {
    long rank = (long) Math.ceil(quantile * requests());
    long seen = 0;
    for (LatencyBucket each : buckets) {
      seen += each.requests();
      if (seen >= rank) {
        return Optional.of(new LatencyBound(quantile, each.lowSeconds(), each.highSeconds()));
      }
    }
    return Optional.empty();
  }

  /** These requests and others. */
  public LatencyHistogram plus(LatencyHistogram other) {
    return sum(List.of(this, other));
  }

  /**
   * The requests of all. Where buckets of two overlap, as those of servers with other bounds, they
   * become one: coarser, and as true.
   */
  public static LatencyHistogram sum(List<LatencyHistogram> all) {
    NavigableMap<Double, List<LatencyBucket>> byLow = new TreeMap<>();
    for (LatencyHistogram each : all) {
      for (LatencyBucket bucket : each.buckets) {
        byLow.computeIfAbsent(bucket.lowSeconds(), low -> new ArrayList<>()).add(bucket);
      }
    }
    List<LatencyBucket> sum = new ArrayList<>();
    for (Map.Entry<Double, List<LatencyBucket>> at : byLow.entrySet()) {
      for (LatencyBucket bucket : at.getValue()) {
        LatencyBucket last = sum.isEmpty() ? null : sum.get(sum.size() - 1);
        boolean isSame = last != null && last.lowSeconds() == bucket.lowSeconds();
        if (last != null && (isSame || bucket.lowSeconds() < last.highSeconds())) {
          sum.set(
              sum.size() - 1,
              new LatencyBucket(
                  last.lowSeconds(),
                  Math.max(last.highSeconds(), bucket.highSeconds()),
                  last.requests() + bucket.requests()));
        } else {
          sum.add(bucket);
        }
      }
    }
    return new LatencyHistogram(sum);
  }
}
