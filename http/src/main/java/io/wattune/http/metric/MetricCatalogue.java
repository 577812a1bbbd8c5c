package io.wattune.http.metric;

import java.util.List;
import java.util.stream.Stream;

/** All metrics of all parts; what is not in here cannot be exported. */
public final class MetricCatalogue {
  private static final List<Metric> ALL =
      Stream.of(
              AgentMetrics.ALL,
              MeterMetrics.ALL,
              DcgmMetrics.ALL,
              WriterMetrics.ALL,
              GuardianMetrics.ALL,
              BrokerMetrics.ALL,
              FlinkMetrics.ALL,
              JobsMetrics.ALL,
              ControlMetrics.ALL,
              FleetMetrics.ALL,
              SinksMetrics.ALL,
              ArchiveMetrics.ALL,
              RepublishMetrics.ALL,
              DashboardMetrics.ALL,
              HttpMetrics.ALL)
          .flatMap(List::stream)
          .toList();

  private MetricCatalogue() {}

  /** Every metric, by part and then in the order of its part's list. */
  public static List<Metric> all() {
    return ALL;
  }

  /** The metrics of one part. */
  public static List<Metric> of(String part) {
    return ALL.stream().filter(metric -> metric.part().equals(part)).toList();
  }
}
