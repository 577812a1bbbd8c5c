package io.wattune.dashboard.feed;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.DashboardMetrics;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.function.Supplier;

/** Looks at a dashboard, which says itself how it does: here are its numbers. */
public final class DashboardProbe implements PartProbe {
  private final Supplier<FeedStatus> status;

  public DashboardProbe(Supplier<FeedStatus> status) {
    this.status = status;
  }

  @Override
  public String part() {
    return DashboardMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    FeedStatus now = status.get();
    values.put(DashboardMetrics.CAUGHT_UP, now.hasCaughtUp() ? 1 : 0);
    values.put(DashboardMetrics.TOPICS_MISSING, now.missingTopics());
    values.put(DashboardMetrics.RECORDS_READ, now.recordsRead());
    values.put(DashboardMetrics.RECORDS_REJECTED, now.recordsUndecodable());
  }

  @Override
  public List<HealthCheck> checks() {
    return List.of();
  }
}
