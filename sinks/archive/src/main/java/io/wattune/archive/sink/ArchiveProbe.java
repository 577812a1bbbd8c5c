package io.wattune.archive.sink;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks at the archive's writer. */
public final class ArchiveProbe implements PartProbe {
  private static final String PART = "archive";

  private static final MetricTable<ArchiveStatus> ARCHIVE =
      MetricTable.<ArchiveStatus>of(PART)
          .flag(
              "works",
              "1 while it can read and write, else 0.",
              archive -> archive.problem() == null)
          .counter("commits", "Commits that it has written.", ArchiveStatus::commits)
          .counter("files", "Files in these commits.", ArchiveStatus::files)
          .counter("records_archived", "Records in these commits.", ArchiveStatus::records)
          .counter(
              "records_unreadable",
              "Of those, records that it could only keep as bytes.",
              ArchiveStatus::unreadable)
          .counter(
              "records_lost",
              "Records that the broker deleted before they were read.",
              ArchiveStatus::lost)
          .gauge(
              "records_gathered",
              "Records that wait in memory for the next commit.",
              ArchiveStatus::gathered);
  private static final MetricTable<Map<String, Long>> LAG =
      MetricTable.<Map<String, Long>>of(PART).lag(lag -> lag);

  /** All that it has. */
  public static final List<Metric> METRICS =
      Stream.of(ARCHIVE, LAG).flatMap(table -> table.metrics().stream()).toList();

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
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    ARCHIVE.read(values, status.get());
    LAG.read(values, lag.get());
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
