package io.wattune.sinks.influx;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks at a sink to the store. */
public final class SinksProbe implements PartProbe {
  private static final String PART = "sinks";

  private static final MetricTable<SinkStatus> SINK =
      MetricTable.<SinkStatus>of(PART)
          .flag(
              "store_answers",
              "1 while the store takes points, else 0.",
              sink -> sink.trouble() == null)
          .counter(
              "records_read",
              "Records taken from the topics; one read again counts again.",
              SinkStatus::recordsRead)
          .counter(
              "records_rejected",
              "Records that no point could be made of.",
              SinkStatus::recordsRejected)
          .counter(
              "records_expired",
              "Records that the broker deleted before they were read.",
              SinkStatus::recordsExpired)
          .gauge(
              "records_unwritten",
              "Records of the topics that the store does not have yet.",
              SinkStatus::lagRecords)
          .counter("points_made", "Points made of the records.", SinkStatus::pointsMade)
          .counter("points_written", "Points that the store has.", SinkStatus::pointsWritten)
          .counter(
              "points_refused",
              "Points that the store does not take; they are among the rejects.",
              SinkStatus::pointsRefused)
          .counter(
              "points_returned",
              "Points given up unwritten; the next sink has them again.",
              SinkStatus::pointsReturned)
          .counter("batches", "Batches that the store has answered.", SinkStatus::batches)
          .counter("retries", "Attempts that found no store.", SinkStatus::retries)
          .counter("rebalances", "How often partitions were taken away.", SinkStatus::rebalances);
  private static final MetricTable<Map<String, Long>> LAG =
      MetricTable.<Map<String, Long>>of(PART).lag(lag -> lag);

  /** All that a sink has. */
  public static final List<Metric> METRICS =
      Stream.of(SINK, LAG).flatMap(table -> table.metrics().stream()).toList();

  private final Supplier<SinkStatus> status;
  private final Supplier<Map<String, Long>> lag;

  public SinksProbe(Supplier<SinkStatus> status, Supplier<Map<String, Long>> lag) {
    this.status = status;
    this.lag = lag;
  }

  /** A probe of this sink. */
  public static SinksProbe of(StoreSink sink) {
    return new SinksProbe(sink::status, sink::lagByTopic);
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    SINK.read(values, status.get());
    LAG.read(values, lag.get());
  }

  @Override
  public List<HealthCheck> checks() {
    SinkStatus now = status.get();
    String detail =
        now.lagRecords() + " records are not in the store yet; " + now.retries() + " retries";
    return List.of(
        now.trouble() == null
            ? HealthCheck.up("store", "the store takes points; " + detail)
            : HealthCheck.degraded("store", "the store takes no points; " + detail));
  }
}
