package io.wattune.launcher.metrics;

import io.wattune.archive.sink.ArchiveCounts;
import io.wattune.collectors.decisions.GuardianProbe;
import io.wattune.collectors.decisions.WriterProbe;
import io.wattune.collectors.nodeagent.AgentProbe;
import io.wattune.control.ControlProbe;
import io.wattune.dashboard.feed.DashboardProbe;
import io.wattune.embedded.broker.BrokerProbe;
import io.wattune.embedded.flink.FlinkProbe;
import io.wattune.embedded.flink.JobsProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.tls.ServerCertificate;
import io.wattune.sinks.influx.SinkCounts;
import io.wattune.sinks.registry.CopyProgress;
import io.wattune.streams.fleet.FleetProbe;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all parts declare, in the order of the page. */
final class PartMetrics {
  private PartMetrics() {}

  static List<Metric> all() {
    return Stream.of(
            AgentProbe.METRICS,
            AgentProbe.METRICS_OF_OTHERS,
            WriterProbe.METRICS,
            GuardianProbe.METRICS,
            BrokerProbe.METRICS,
            FlinkProbe.METRICS,
            JobsProbe.METRICS,
            ControlProbe.METRICS,
            FleetProbe.METRICS,
            SinkCounts.METRICS,
            ArchiveCounts.METRICS,
            CopyProgress.METRICS,
            DashboardProbe.METRICS,
            ServerCertificate.METRICS.metrics())
        .flatMap(List::stream)
        .toList();
  }

  /** Names of those of one part. */
  static Set<String> names(String part) {
    return all().stream()
        .filter(metric -> metric.part().equals(part))
        .map(Metric::name)
        .collect(Collectors.toSet());
  }
}
