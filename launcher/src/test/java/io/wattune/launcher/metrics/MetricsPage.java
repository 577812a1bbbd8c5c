package io.wattune.launcher.metrics;

import io.wattune.http.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes docs/reference/metrics.md. */
final class MetricsPage {
  private static final String HEAD =
      """
      # Metrics and health of the parts

      Generated from what the parts declare. To refresh:
      `%s`

      Every part answers `GET /metrics` on its own port, in Prometheus' text format or, where the
      client asks for it, in OpenMetrics. Beside what is listed here it has the metrics of its JVM
      (`jvm_...`, `process_...`). Where a token file is given, a token of `read` or `operate` is
      needed: `Authorization: Bearer TOKEN`.

      `GET /health` needs no token. It answers in JSON: 200 while the part is `UP` or `DEGRADED`, 503
      while it is `DOWN`, and says for each check what it saw.

      Counters begin at zero when a part starts. A part that runs more than one node or job has one
      time series for each. A value that is not known is absent, never zero. Names, labels and units
      are stable across releases.
      """;

  private static final String FLINK =
      """

      ## What the jobs count themselves

      The operators of a job count in Flink's own metrics, by block and not by reading. Flink's web
      page and its REST interface show them under the operator, in the group `wattune`.

      | job | operator's metric | meaning |
      |---|---|---|
      | ledger | `readings` | Readings that came. |
      | ledger | `readingsOutOfOrder` | Readings that were not later than the one before: dropped, and among the rejects. |
      | ledger | `clocksSetBack` | How often a device's clock was set back by more than the horizon: its books went on at the earlier time. |
      | ledger | `recordsRejected` | Records that went to the rejects: late, repeated, unreadable. |
      | ledger | `activitiesLate` | Of those, activities that ended longer ago than the horizon. |
      | ledger | `samples` | Samples of true power that were sent. |
      | ledger | `entries` | Ledger entries that were sent, revisions included. |
      | ledger | `entriesFinal` | Of those, final ones. |
      | ledger | `entriesWithGap` | Of those, ones of quality gap or invalid. |
      | ledger | `profilesLearned` | Sensor profiles that were learned. |
      | ledger | `profilesDrifted` | How often a sensor began to differ from its profile by more than a tenth. |
      | ledger | `booksOutOfBalance` | Minutes at which a book's entries did not sum to the device's energy: a fault, it must stay 0. A horizon below one and a half updates of the sensor makes it count. |
      | ledger | `counterDisagreements` | Windows whose final energy differs from the device's own energy counter by more than both errors allow; each counts once, when it becomes final. |
      | ledger | `counterWraps` | How often energy counters of devices began again at the end of their range; their energy goes on. |
      | ledger | `counterFreezes` | How often energy counters stood still while their device took power; windows across have no counter energy. |
      | ledger | `counterStepsBack` | How often energy counters went back without a wrap; windows across have no counter energy. |
      | sensitivity | `counterReadings` | Counter readings that came. |
      | sensitivity | `counterReadingsRepeated` | Counter readings that had come before. |
      | sensitivity | `recordsRejected` | Records that went to the rejects. |
      | sensitivity | `activityNamesEvicted` | Activity names that were forgotten, since a device had too many. |
      | sensitivity | `countersLacking` | A group: for each counter that a model needs, how often a reading did not have it. |

      Prometheus gets them from Flink itself. Flink's distribution has the reporter; name it in the
      configuration of the job manager and of each task manager:

      ```yaml
      metrics.reporter.prom.factory.class: org.apache.flink.metrics.prometheus.PrometheusReporterFactory
      metrics.reporter.prom.port: 9249-9260
      ```

      They are called `flink_taskmanager_job_task_operator_wattune_readings` and so on there, with the
      labels `job_name` and `operator_name`, and begin at zero when a task is restarted.
      """;

  private MetricsPage() {}

  static String of(String refresh) {
    List<String> lines = new ArrayList<>(List.of(HEAD.formatted(refresh).strip()));
    String part = "";
    for (Metric metric : PartMetrics.all()) {
      if (!metric.part().equals(part)) {
        part = metric.part();
        lines.add("\n## " + part + "\n");
        lines.add("| metric | kind | unit | labels | meaning |");
        lines.add("|---|---|---|---|---|");
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "| `%s` | %s | %s | %s | %s |",
              metric.name(),
              metric.kind().name().toLowerCase(Locale.ROOT),
              metric.unit(),
              String.join(", ", metric.labels()),
              metric.sentence()));
    }
    return String.join("\n", lines) + "\n" + FLINK;
  }
}
