package io.wattune.http.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {
  private static final Metric POLLS =
      Metric.counter("agent", "polls", "", "Polls.", "node", "device");
  private static final Metric SPOOL_BYTES =
      Metric.gauge("agent", "spool", "bytes", "Size of the spool.", "node");
  private static final Metric SPOOL_CUT_BYTES =
      Metric.counter("agent", "spool_cut", "bytes", "Bytes that were cut.", "node");
  private static final Metric NODES = Metric.gauge("control", "nodes", "", "Nodes.");

  private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

  @Test
  void theTextKeepsTheRulesOfItsFormat() throws IOException {
    Exposition scraped =
        Exposition.parse(
            text(
                Metrics.of(
                    values -> {
                      values.put(POLLS, 7, "node-1", "a \"b\" \\ c\nd");
                      values.put(SPOOL_BYTES, 1.5e9, "node-1");
                      values.put(SPOOL_CUT_BYTES, 0, "node-1");
                    }),
                null));

    assertThat(scraped.types())
        .containsEntry("wattune_agent_polls_total", "counter")
        .containsEntry("wattune_agent_spool_bytes", "gauge")
        .containsEntry("wattune_agent_spool_cut_bytes_total", "counter")
        .containsKey("jvm_memory_used_bytes");
    assertThat(scraped.samples())
        .containsEntry(
            "wattune_agent_polls_total{device=\"a \\\"b\\\" \\\\ c\\nd\",node=\"node-1\"}", 7.0)
        .containsEntry("wattune_agent_spool_bytes{node=\"node-1\"}", 1.5e9);
  }

  @Test
  void valuesAreThoseOfTheScrape() throws IOException {
    var polls = new AtomicLong(1);
    Metrics metrics = Metrics.of(values -> values.put(POLLS, polls.get(), "n", "d"));
    assertThat(text(metrics, null)).contains("{device=\"d\",node=\"n\"} 1.0");

    polls.set(2);

    assertThat(text(metrics, null)).contains("{device=\"d\",node=\"n\"} 2.0");
  }

  @Test
  void whoAsksForOpenMetricsGetsIt() throws IOException {
    Metrics metrics = Metrics.of(values -> values.put(SPOOL_BYTES, 3, "n"));

    assertThat(metrics.contentType(OPEN_METRICS)).startsWith("application/openmetrics-text");
    assertThat(text(metrics, OPEN_METRICS))
        .contains("# UNIT wattune_agent_spool_bytes bytes\n")
        .endsWith("# EOF\n");
    assertThat(metrics.contentType(null)).startsWith("text/plain; version=0.0.4");
    assertThat(metrics.contentType("text/html")).startsWith("text/plain; version=0.0.4");
  }

  /** OpenMetrics allows 128 code points; {@code activity} has eight. */
  @Test
  void exemplarsAreForOpenMetricsAndNotTooLong() throws IOException {
    Metrics metrics =
        Metrics.of(
            values -> {
              values.put(POLLS, 7, "n", "a");
              values.exemplar(POLLS, 3, "activity", "job-4711", "n", "a");
              values.put(POLLS, 9, "n", "b");
              values.exemplar(POLLS, 4, "activity", "x".repeat(121), "n", "b");
            });

    assertThat(text(metrics, OPEN_METRICS))
        .contains("{device=\"a\",node=\"n\"} 7.0 # {activity=\"job-4711\"} 3.0")
        .containsPattern("device=\"b\",node=\"n\"} 9.0\n");
    assertThat(text(metrics, null)).contains("} 7.0\n").doesNotContain("job-4711");
    assertThat(text(metrics.without(new LeftOutLabels(Set.of("device"))), OPEN_METRICS))
        .contains("{node=\"n\"} 16.0\n");
  }

  @Test
  void severalPartsShareOneExporter() throws IOException {
    Metrics metrics =
        Metrics.of(
            values -> values.put(POLLS, 1, "node-1", "a"),
            values -> values.put(POLLS, 2, "node-2", "b"),
            values -> values.put(NODES, 2));

    assertThat(Exposition.parse(text(metrics, null)).samples())
        .containsEntry("wattune_agent_polls_total{device=\"a\",node=\"node-1\"}", 1.0)
        .containsEntry("wattune_agent_polls_total{device=\"b\",node=\"node-2\"}", 2.0)
        .containsEntry("wattune_control_nodes", 2.0);
  }

  @Test
  void aSourceThatFailsDoesNotHideTheOthers() throws IOException {
    Metrics metrics =
        Metrics.of(
            values -> {
              throw new IllegalStateException("closed");
            },
            values -> values.put(NODES, 2));

    assertThat(text(metrics, null)).contains("wattune_control_nodes 2.0", "jvm_threads_current");
  }

  @Test
  void labelsAreCounted() {
    assertThat(catchThrowable(() -> text(Metrics.of(v -> v.put(POLLS, 1, "node-1")), null)))
        .hasMessageContaining("has the labels [node, device]");
  }

  @Test
  void namesSayPartKindAndUnit() {
    assertThat(Metric.counter("agent", "spool_cut", "bytes", "Cut.").name())
        .isEqualTo("wattune_agent_spool_cut_bytes_total");
    assertThat(Metric.gauge("agent", "nodes", "", "Nodes.").name())
        .isEqualTo("wattune_agent_nodes");
    assertThatThrownBy(
            () -> new Metric("agent", "wattune_agent_x", MetricKind.COUNTER, "", List.of(), "X."))
        .hasMessageContaining("_total");
    assertThatThrownBy(
            () ->
                new Metric("agent", "wattune_agent_x", MetricKind.GAUGE, "bytes", List.of(), "X."))
        .hasMessageContaining("unit");
    assertThatThrownBy(() -> Metric.gauge("agent", "x", "", "no stop"))
        .hasMessageContaining("full stop");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a 1\n",
        "# HELP a x\n# TYPE a counter\na 1\n",
        "# HELP a x\n# TYPE a gauge\na 1",
        "# HELP a x\n# TYPE a gauge\na 1\na 2\n",
        "# HELP a x\n# TYPE a gauge\na{b=c} 1\n",
        "# HELP a x\n# TYPE a gauge\nb 1\n",
        "# HELP a x\n# TYPE a gauge\na one\n",
      })
  void theTestsOwnReaderIsStrict(String text) {
    assertThat(catchThrowable(() -> Exposition.parse(text))).isNotNull();
  }

  private static String text(Metrics metrics, String accept) throws IOException {
    var out = new ByteArrayOutputStream();
    metrics.write(accept, out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
