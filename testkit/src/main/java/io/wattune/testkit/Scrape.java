package io.wattune.testkit;

import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Our own metrics of one scrape: sample, with its labels, to value. */
public record Scrape(Map<String, Double> samples) {

  public static Scrape of(MetricSource... sources) {
    return parse(page(sources));
  }

  /** The page as Prometheus reads it. */
  public static String page(MetricSource... sources) {
    var out = new ByteArrayOutputStream();
    try {
      Metrics.of(sources).write(null, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  public static Scrape parse(String text) {
    Map<String, Double> samples = new TreeMap<>();
    text.lines()
        .filter(line -> line.startsWith("wattune_"))
        .forEach(
            line -> {
              int blank = line.lastIndexOf(' ');
              samples.put(line.substring(0, blank), Double.valueOf(line.substring(blank + 1)));
            });
    return new Scrape(samples);
  }

  /** Names of metrics, without labels. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    samples.keySet().forEach(sample -> names.add(sample.replaceFirst("\\{.*", "")));
    return names;
  }
}
