package io.wattune.sinks.influx;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what a sink does, and shows it; any thread may count, any may look. Once everything has
 * been answered: {@code pointsMade = pointsWritten + pointsRefused + pointsReturned}.
 */
public final class SinkCounts implements PartProbe {
  private static final Logger LOG = LoggerFactory.getLogger(SinkCounts.class);
  private static final String PART = "sinks";

  /** All that a sink has. */
  public static final List<Metric> METRICS = new SinkCounts(Map::of).metrics.metrics();

  private final MetricTable<SinkCounts> metrics =
      MetricTable.<SinkCounts>of(PART)
          .flag(
              "store_answers",
              "1 while the store takes points, else 0.",
              counts -> !counts.isUnavailable());

  public final Counter recordsRead =
      metrics.counted(
          "records_read", "Records taken from the topics; one read again counts again.");
  public final Counter recordsRejected =
      metrics.counted("records_rejected", "Records that no point could be made of.");
  public final Counter recordsExpired =
      metrics.counted("records_expired", "Records that the broker deleted before they were read.");
  public final Gauge recordsUnwritten =
      metrics.level("records_unwritten", "Records of the topics that the store does not have yet.");
  public final Counter pointsMade = metrics.counted("points_made", "Points made of the records.");
  public final Counter pointsWritten =
      metrics.counted("points_written", "Points that the store has.");
  public final Counter pointsRefused =
      metrics.counted(
          "points_refused", "Points that the store does not take; they are among the rejects.");
  public final Counter pointsReturned =
      metrics.counted(
          "points_returned", "Points given up unwritten; the next sink has them again.");
  public final Counter batches = metrics.counted("batches", "Batches that the store has answered.");
  public final Counter retries = metrics.counted("retries", "Attempts that found no store.");
  public final Counter rebalances =
      metrics.counted("rebalances", "How often partitions were taken away.");

  private volatile @Nullable String trouble;

  /**
   * Nothing yet.
   *
   * @param lag records not read yet, by topic
   */
  public SinkCounts(Supplier<Map<String, Long>> lag) {
    metrics.lag(counts -> lag.get());
  }

  /** An attempt failed; the first one in a row is logged. */
  public void unavailable(String message) {
    retries.inc();
    if (trouble == null) {
      LOG.warn("{}; nothing is lost, will try again", message);
    }
    trouble = message;
  }

  /** An attempt succeeded. */
  void available() {
    if (trouble != null) {
      trouble = null;
      LOG.info("the store takes points again");
    }
  }

  boolean isUnavailable() {
    return trouble != null;
  }

  /** Why the store takes no points at the moment; null while it does. */
  public @Nullable String trouble() {
    return trouble;
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
        (long) recordsUnwritten.get()
            + " records are not in the store yet; "
            + MetricTable.all(retries)
            + " retries";
    return List.of(
        isUnavailable()
            ? HealthCheck.degraded("store", "the store takes no points; " + detail)
            : HealthCheck.up("store", "the store takes points; " + detail));
  }
}
