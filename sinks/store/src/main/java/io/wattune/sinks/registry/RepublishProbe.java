package io.wattune.sinks.registry;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.MetricValues;
import io.wattune.http.metric.RepublishMetrics;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Looks at what puts records out once more. */
public final class RepublishProbe implements PartProbe {
  /** A start has what waits in the topics to put out first; longer than this, it is too slow. */
  private static final Duration MOST_BEHIND = Duration.ofMinutes(1);

  private final Supplier<RepublishStatus> status;

  public RepublishProbe(Supplier<RepublishStatus> status) {
    this.status = status;
  }

  @Override
  public String part() {
    return RepublishMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    RepublishStatus now = status.get();
    values.put(RepublishMetrics.WORKS, now.waitsFor() == null ? 1 : 0);
    values.put(RepublishMetrics.RECORDS_COPIED, now.copied());
    values.put(RepublishMetrics.RECORDS_LEFT_OUT, now.leftOut());
    values.put(RepublishMetrics.BEHIND, now.behind().toMillis() / 1e3);
    now.lagByTopic().forEach((topic, lag) -> values.put(RepublishMetrics.LAG, lag, topic));
  }

  @Override
  public List<HealthCheck> checks() {
    RepublishStatus now = status.get();
    String detail =
        now.copied()
            + " records put out once more, "
            + now.lagRecords()
            + " wait, "
            + now.leftOut()
            + " left out that could not be read";
    String waitsFor = now.waitsFor();
    if (waitsFor != null) {
      return List.of(
          HealthCheck.degraded("copies", "waits for " + waitsFor + ", see its log; " + detail));
    }
    return List.of(
        now.behind().compareTo(MOST_BEHIND) > 0
            ? HealthCheck.degraded(
                "copies",
                "has been behind for "
                    + now.behind().toSeconds()
                    + " s; start another one beside it; "
                    + detail)
            : HealthCheck.up("copies", detail));
  }
}
