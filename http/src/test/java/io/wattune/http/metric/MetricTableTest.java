package io.wattune.http.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricTableTest {
  private record Tank(String name, double litres, Map<String, Long> leaks, boolean isOpen) {}

  private final MetricTable<Tank> tanks =
      MetricTable.<Tank>of("test", "tank")
          .gauge("level", "What is in it.", Tank::litres)
          .counters("leaks", "", "Leaks, by side.", "side", Tank::leaks)
          .flag("open", "1 while it is open.", Tank::isOpen);

  @Test
  void valuesAreReadAtEachScrapeAndThatWhichIsNoNumberIsAbsent() throws IOException {
    var full = new Tank("a", 7, Map.of("left", 2L, "right", 3L), true);
    var unknown = new Tank("b", Double.NaN, Map.of(), false);

    assertThat(
            scrape(
                values -> {
                  tanks.read(values, full, full.name());
                  tanks.read(values, unknown, unknown.name());
                }))
        .containsOnly(
            Map.entry("wattune_test_level{tank=\"a\"}", 7.0),
            Map.entry("wattune_test_leaks_total{side=\"left\",tank=\"a\"}", 2.0),
            Map.entry("wattune_test_leaks_total{side=\"right\",tank=\"a\"}", 3.0),
            Map.entry("wattune_test_open{tank=\"a\"}", 1.0),
            Map.entry("wattune_test_open{tank=\"b\"}", 0.0));
  }

  @Test
  void whatTheTableCountsIsShownAndCanBeAskedFor() throws IOException {
    MetricTable<Object> table = MetricTable.of("test", "node");
    Counter plain = table.counted("plain", "Without labels.");
    Counter outcomes = table.counted("outcomes", "By two labels.", "what", "after");
    Gauge level = table.level("level", "What is there.");
    plain.inc();
    outcomes.labelValues("good", "a").inc(2);
    outcomes.labelValues("good", "b").inc(3);
    level.inc(5);
    level.dec(1);

    assertThat(scrape(values -> table.read(values, this, "n")))
        .containsOnly(
            Map.entry("wattune_test_plain_total{node=\"n\"}", 1.0),
            Map.entry("wattune_test_outcomes_total{after=\"a\",node=\"n\",what=\"good\"}", 2.0),
            Map.entry("wattune_test_outcomes_total{after=\"b\",node=\"n\",what=\"good\"}", 3.0),
            Map.entry("wattune_test_level{node=\"n\"}", 4.0));
    assertThat(MetricTable.all(outcomes)).isEqualTo(5);
    assertThat(table.metrics())
        .extracting(Metric::labels)
        .containsExactly(List.of("node"), List.of("node", "what", "after"), List.of("node"));
  }

  @Test
  void countsByOneLabelAreSorted() {
    Counter counter = MetricTable.of("test").counted("reasons", "By reason.", "reason");
    assertThat(MetricTable.byLabel(counter)).isEmpty();
    counter.labelValues("late").inc(2);
    counter.labelValues("early").inc();

    assertThat(MetricTable.byLabel(counter))
        .isEqualTo(new TreeMap<>(Map.of("early", 1L, "late", 2L)));
  }

  private static Map<String, Double> scrape(MetricSource source) throws IOException {
    var out = new ByteArrayOutputStream();
    Metrics.of(source).write(null, out);
    return Exposition.parse(out.toString(StandardCharsets.UTF_8)).samples().entrySet().stream()
        .filter(sample -> sample.getKey().startsWith("wattune_"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
