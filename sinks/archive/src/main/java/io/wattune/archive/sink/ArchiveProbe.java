package io.wattune.archive.sink;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.ArchiveMetrics;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Looks at the archive's writer. */
public final class ArchiveProbe implements PartProbe {
  private final Supplier<ArchiveStatus> status;
  private final Supplier<Map<String, Long>> lag;

  public ArchiveProbe(Supplier<ArchiveStatus> status, Supplier<Map<String, Long>> lag) {
    this.status = status;
    this.lag = lag;
  }

  /** A probe of this writer. */
  public static ArchiveProbe of(ArchiveSink sink) {
    return new ArchiveProbe(sink::status, sink::lagByTopic);
  }

  @Override
  public String part() {
    return ArchiveMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    ArchiveStatus now = status.get();
    values.put(ArchiveMetrics.WORKS, now.problem() == null ? 1 : 0);
    values.put(ArchiveMetrics.COMMITS, now.commits());
    values.put(ArchiveMetrics.FILES, now.files());
    values.put(ArchiveMetrics.RECORDS_ARCHIVED, now.records());
    values.put(ArchiveMetrics.RECORDS_UNREADABLE, now.unreadable());
    values.put(ArchiveMetrics.RECORDS_LOST, now.lost());
    values.put(ArchiveMetrics.RECORDS_GATHERED, now.gathered());
    lag.get().forEach((topic, records) -> values.put(ArchiveMetrics.LAG, records, topic));
  }

  @Override
  public List<HealthCheck> checks() {
    ArchiveStatus now = status.get();
    String detail = now.records() + " records archived, " + now.gathered() + " wait for a commit";
    return List.of(
        now.problem() == null
            ? HealthCheck.up("archive", detail)
            : HealthCheck.degraded("archive", "nothing is archived for now; " + detail));
  }
}
