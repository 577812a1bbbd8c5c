package io.wattune.sinks.registry;

import io.prometheus.metrics.core.metrics.Counter;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the copies, and what is shown of it. Thread safe; times are of {@link
 * System#nanoTime}.
 */
public final class CopyProgress implements PartProbe {
  /** More than these are more than one read: then others come faster than they are put out. */
  static final int ONE_READ = 2_000;

  private static final String PART = "republish";

  /** A start has what waits in the topics to put out first; longer than this, it is too slow. */
  private static final Duration MOST_BEHIND = Duration.ofMinutes(1);

  /** All that it has. */
  public static final List<Metric> METRICS = new CopyProgress(System::nanoTime).metrics.metrics();

  private final MetricTable<CopyProgress> metrics =
      MetricTable.<CopyProgress>of(PART)
          .flag(
              "works",
              "1 while broker and schema registry answer, else 0.",
              progress -> progress.waitsFor == null);

  public final Counter copied = metrics.counted("records_copied", "Records that it has put out.");
  public final Counter leftOut =
      metrics.counted("records_left_out", "Records that it could not read, and has not put out.");

  private final LongSupplier clockNanos;
  private volatile Map<String, Long> lag = Map.of();
  private @Nullable Long behindSince;
  private volatile @Nullable String waitsFor;

  /** Nothing yet. */
  public CopyProgress(LongSupplier clockNanos) {
    this.clockNanos = clockNanos;
    metrics
        .gauge(
            "behind",
            "seconds",
            "For how long more records than one read takes have been waiting; 0 while it keeps up.",
            progress -> progress.behind().toMillis() / 1e3)
        .lag(progress -> progress.lag);
  }

  /** What is left in the topics after a read. */
  public synchronized void read(Map<String, Long> lagByTopic) {
    lag = Map.copyOf(lagByTopic);
    if (lagRecords() <= ONE_READ) {
      behindSince = null;
    } else if (behindSince == null) {
      behindSince = clockNanos.getAsLong();
    }
  }

  private long lagRecords() {
    return lag.values().stream().mapToLong(Long::longValue).sum();
  }

  /** For how long more than one read of records has been waiting; zero where it keeps up. */
  synchronized Duration behind() {
    Long since = behindSince;
    return since == null ? Duration.ZERO : Duration.ofNanos(clockNanos.getAsLong() - since);
  }

  /** Returns whether that is new. */
  public synchronized boolean waitsFor(String what) {
    boolean isNew = !what.equals(waitsFor);
    waitsFor = what;
    return isNew;
  }

  /** It answers; returns whether it was waited for. */
  synchronized boolean answers(String what) {
    boolean wasWaitedFor = what.equals(waitsFor);
    if (wasWaitedFor) {
      waitsFor = null;
    }
    return wasWaitedFor;
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
        MetricTable.all(copied)
            + " records put out once more, "
            + lagRecords()
            + " wait, "
            + MetricTable.all(leftOut)
            + " left out that could not be read";
    String waited = waitsFor;
    if (waited != null) {
      return List.of(
          HealthCheck.degraded("copies", "waits for " + waited + ", see its log; " + detail));
    }
    Duration behind = behind();
    return List.of(
        behind.compareTo(MOST_BEHIND) > 0
            ? HealthCheck.degraded(
                "copies",
                "has been behind for "
                    + behind.toSeconds()
                    + " s; start another one beside it; "
                    + detail)
            : HealthCheck.up("copies", detail));
  }
}
