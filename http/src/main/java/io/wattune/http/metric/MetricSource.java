package io.wattune.http.metric;

/** Gives a part's metrics, from the status that the part keeps anyway; asked at each scrape. */
@FunctionalInterface
public interface MetricSource {
  /** A part that has only the metrics of its JVM. */
  MetricSource NOTHING = values -> {};

  /** Puts the values of now; by any thread. */
  void read(MetricValues values);
}
