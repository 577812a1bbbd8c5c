package io.wattune.sinks.influx;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.MetricValues;
import io.wattune.http.metric.SinksMetrics;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Looks at a sink to the store. */
public final class SinksProbe implements PartProbe {
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
    return SinksMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    SinkStatus now = status.get();
    values.put(SinksMetrics.STORE_ANSWERS, now.trouble() == null ? 1 : 0);
    values.put(SinksMetrics.RECORDS_READ, now.recordsRead());
    values.put(SinksMetrics.RECORDS_REJECTED, now.recordsRejected());
    values.put(SinksMetrics.RECORDS_EXPIRED, now.recordsExpired());
    values.put(SinksMetrics.RECORDS_UNWRITTEN, now.lagRecords());
    values.put(SinksMetrics.POINTS_MADE, now.pointsMade());
    values.put(SinksMetrics.POINTS_WRITTEN, now.pointsWritten());
    values.put(SinksMetrics.POINTS_REFUSED, now.pointsRefused());
    values.put(SinksMetrics.POINTS_RETURNED, now.pointsReturned());
    values.put(SinksMetrics.BATCHES, now.batches());
    values.put(SinksMetrics.RETRIES, now.retries());
    values.put(SinksMetrics.REBALANCES, now.rebalances());
    lag.get().forEach((topic, records) -> values.put(SinksMetrics.LAG, records, topic));
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
