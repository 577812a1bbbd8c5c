package io.wattune.dashboard.api;

import io.wattune.dashboard.health.HealthNow;
import io.wattune.dashboard.health.JobHealth;
import io.wattune.dashboard.health.PartHealth;
import io.wattune.dashboard.health.SpoolHealth;
import io.wattune.dashboard.health.StoreHealth;
import io.wattune.dashboard.health.TopicHealth;
import io.wattune.dashboard.state.RejectsNow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/health}, and the event {@code health}. */
public record HealthAnswer(
    List<PartHealth> parts,
    List<TopicHealth> topics,
    long late,
    Rejects rejects,
    @Nullable SpoolHealth spooled,
    List<JobHealth> jobs,
    @Nullable StoreHealth store) {

  /** Rejects since the dashboard looks. */
  public record Rejects(long total, List<Reason> byReason) {}

  /** Rejects of one reason. */
  public record Reason(String reason, long count, @Nullable Number newestMs) {}

  /** The picture as the JSON has it; what is late is rejected with a reason that begins so. */
  public static HealthAnswer of(HealthNow now) {
    List<Reason> reasons = new ArrayList<>();
    long total = 0;
    long late = 0;
    for (RejectsNow each : now.rejects()) {
      reasons.add(new Reason(each.reason(), each.count(), Units.msOrNull(each.newestNanos())));
      total += each.count();
      late += each.reason().startsWith("late") ? each.count() : 0;
    }
    return new HealthAnswer(
        now.parts(),
        now.topics(),
        late,
        new Rejects(total, reasons),
        now.spool(),
        now.jobs(),
        now.store());
  }

  Table table() {
    return Table.of(
        "topics",
        topics,
        new Table.Column<>("topic", TopicHealth::topic),
        new Table.Column<>("records (1/s)", TopicHealth::recordsPerSecond),
        new Table.Column<>("end offset", TopicHealth::endOffset),
        new Table.Column<>(
            "lag (records)",
            each ->
                each.lagRecords().entrySet().stream()
                    .map(lag -> lag.getKey() + " " + lag.getValue())
                    .collect(Collectors.joining(", "))),
        new Table.Column<>("newest (ms since 1970)", TopicHealth::newestMs));
  }
}
