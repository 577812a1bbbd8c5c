package io.wattune.http.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes docs/reference/metrics.md. */
final class MetricsPage {
  private static final String HEAD =
      """
      # Metrics and health of the parts

      Generated from the catalogue of metrics. To refresh:
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

  private MetricsPage() {}

  static String of(String refresh) {
    List<String> lines = new ArrayList<>(List.of(HEAD.formatted(refresh).strip()));
    String part = "";
    for (Metric metric : MetricCatalogue.all()) {
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
    return String.join("\n", lines) + "\n";
  }
}
