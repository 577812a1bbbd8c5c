package io.wattune.collectors.node;

import io.wattune.core.serving.ServerKind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a kind of server calls what it shows of its requests.
 *
 * @param finished counters of requests that were answered, failed ones included
 * @param failed those of them that failed; none where the server does not distinguish them
 * @param arrived counter of requests that came; null where there is none: then they follow from
 *     what finished, waits and runs
 * @param histogram of latencies from arrival to the last word, in seconds, without its suffix; null
 *     where there is none
 * @param summary of the same, in microseconds, of some time of the server's choice; null for none
 * @param durations the sum of the same in microseconds, where there is no histogram; null for none
 * @param waiting gauge of requests that wait
 * @param running gauge of requests that are served; null where there is none
 * @param model label that names the model; null where there is none
 */
public record ServingMetrics(
    ServerKind kind,
    List<Counter> finished,
    List<Counter> failed,
    @Nullable Counter arrived,
    @Nullable String histogram,
    @Nullable String summary,
    @Nullable String durations,
    String waiting,
    @Nullable String running,
    @Nullable String model) {

  public ServingMetrics {
    finished = List.copyOf(finished);
    failed = List.copyOf(failed);
  }

  /**
   * Series of a counter.
   *
   * @param label that a series must have with one of the values; null for all series
   */
  public record Counter(String metric, @Nullable String label, Set<String> values) {
    public Counter {
      values = Set.copyOf(values);
    }

    static Counter of(String metric) {
      return new Counter(metric, null, Set.of());
    }
  }
}
