package io.wattune.dashboard.feed;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.function.Supplier;

/** Looks at a dashboard, which says itself how it does: here are its numbers. */
public final class DashboardProbe implements PartProbe {
  private static final String PART = "dashboard";

  private static final MetricTable<FeedStatus> FEED =
      MetricTable.<FeedStatus>of(PART)
          .flag(
              "caught_up",
              "1 once everything has been read that was there at its start.",
              FeedStatus::hasCaughtUp)
          .gauge(
              "topics_missing", "Topics that the broker does not have.", FeedStatus::missingTopics)
          .counter("records_read", "Records taken from the topics.", FeedStatus::recordsRead)
          .counter(
              "records_rejected",
              "Of those, records that could not be read.",
              FeedStatus::recordsUndecodable);

  /** All that a dashboard has. */
  public static final List<Metric> METRICS = FEED.metrics();

  private final Supplier<FeedStatus> status;

  public DashboardProbe(Supplier<FeedStatus> status) {
    this.status = status;
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    FEED.read(values, status.get());
  }

  @Override
  public List<HealthCheck> checks() {
    return List.of();
  }
}
