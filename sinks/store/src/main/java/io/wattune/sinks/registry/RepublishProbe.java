package io.wattune.sinks.registry;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Looks at what puts records out once more. */
public final class RepublishProbe implements PartProbe {
  private static final String PART = "republish";

  private static final MetricTable<RepublishStatus> COPIES =
      MetricTable.<RepublishStatus>of(PART)
          .flag(
              "works",
              "1 while broker and schema registry answer, else 0.",
              status -> status.waitsFor() == null)
          .counter("records_copied", "Records that it has put out.", RepublishStatus::copied)
          .counter(
              "records_left_out",
              "Records that it could not read, and has not put out.",
              RepublishStatus::leftOut)
          .gauge(
              "behind",
              "seconds",
              "For how long more records than one read takes have been waiting; 0 while it keeps up.",
              status -> status.behind().toMillis() / 1e3)
          .lag(RepublishStatus::lagByTopic);

  /** All that it has. */
  public static final List<Metric> METRICS = COPIES.metrics();

  /** A start has what waits in the topics to put out first; longer than this, it is too slow. */
  private static final Duration MOST_BEHIND = Duration.ofMinutes(1);

  private final Supplier<RepublishStatus> status;

  public RepublishProbe(Supplier<RepublishStatus> status) {
    this.status = status;
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    COPIES.read(values, status.get());
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
