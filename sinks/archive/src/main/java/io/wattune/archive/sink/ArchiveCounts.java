package io.wattune.archive.sink;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.wattune.archive.ArchiveCommit;
import io.wattune.archive.OffsetRange;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts what the archive's writer does, and shows it; one thread counts, any may look. */
public final class ArchiveCounts implements PartProbe {
  private static final String PART = "archive";

  /** All that it has. */
  public static final List<Metric> METRICS = new ArchiveCounts(Map::of).metrics.metrics();

  private final MetricTable<ArchiveCounts> metrics =
      MetricTable.<ArchiveCounts>of(PART)
          .flag(
              "works",
              "1 while it can read and write, else 0.",
              counts -> counts.problem() == null);

  public final Counter commits = metrics.counted("commits", "Commits that it has written.");
  public final Counter files = metrics.counted("files", "Files in these commits.");
  public final Counter records = metrics.counted("records_archived", "Records in these commits.");
  public final Counter unreadable =
      metrics.counted("records_unreadable", "Of those, records that it could only keep as bytes.");
  public final Counter lost =
      metrics.counted("records_lost", "Records that the broker deleted before they were read.");
  public final Gauge gathered =
      metrics.level("records_gathered", "Records that wait in memory for the next commit.");

  private volatile long unread;
  private volatile @Nullable String problem;

  /**
   * Nothing yet.
   *
   * @param lag records not read yet, by topic
   */
  public ArchiveCounts(Supplier<Map<String, Long>> lag) {
    metrics.lag(counts -> lag.get());
  }

  /** A commit, which found so many offsets gone. */
  void committed(ArchiveCommit commit, long lostNow) {
    files.inc(commit.files().size());
    records.inc(commit.ranges().stream().mapToLong(OffsetRange::records).sum());
    unreadable.inc(commit.unreadableRecords());
    lost.inc(lostNow);
    gathered.set(0);
    problem = null;
    commits.inc();
  }

  /**
   * Where it stands.
   *
   * @param nowGathered records that wait in memory for the next commit
   * @param nowUnread records that are in the topics and not yet read, as far as it is known
   */
  public void at(long nowGathered, long nowUnread) {
    gathered.set((double) nowGathered);
    unread = nowUnread;
  }

  /** What keeps it from writing or reading; null for nothing. */
  public void problem(@Nullable String now) {
    problem = now;
  }

  /** What keeps it from writing or reading; null while all is well. */
  public @Nullable String problem() {
    return problem;
  }

  /** Records of the topics that are not in the archive yet, as far as it is known. */
  public long left() {
    return (long) gathered.get() + unread;
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    metrics.read(values, this);
  }

  @Override
  public List<HealthCheck> checks() {
    String detail =
        MetricTable.all(records)
            + " records archived, "
            + (long) gathered.get()
            + " wait for a commit";
    return List.of(
        problem == null
            ? HealthCheck.up("archive", detail)
            : HealthCheck.degraded("archive", "nothing is archived for now; " + detail));
  }
}
