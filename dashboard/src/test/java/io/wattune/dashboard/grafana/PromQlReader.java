package io.wattune.dashboard.grafana;

import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a question in PromQL of the one form that the boards use, and refuses every other. */
final class PromQlReader {
  private static final Pattern SUM = Pattern.compile("sum by \\(([\\w, ]+)\\) \\((.*)\\)");
  private static final Pattern RATE = Pattern.compile("rate\\((.*)\\[\\$__rate_interval]\\)");
  private static final Pattern SERIES = Pattern.compile("(\\w+)\\{(\\w+)=~\"\\$\\{\\w+}\"}");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Pattern VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| `(\\w+)` \\| (counter|gauge|info|untyped) \\| (\\w*) \\| ([\\w, ]*) \\| (.*) \\|$");

  private PromQlReader() {}

  /** What is wrong with a panel's question, its legend and its unit. */
  static List<String> problems(String question, String legend, String unit) {
    Matcher sum = SUM.matcher(question);
    if (!sum.matches()) {
      return List.of("asks in a form that is not known: " + question);
    }
    Set<String> kept = Set.of(sum.group(1).split(", ", -1));
    Matcher rate = RATE.matcher(sum.group(2));
    boolean isRate = rate.matches();
    Matcher series = SERIES.matcher(isRate ? rate.group(1) : sum.group(2));
    if (!series.matches()) {
      return List.of("asks for a series in a form that is not known: " + question);
    }
    List<String> problems = new ArrayList<>(labels(series.group(1), Set.of(series.group(2))));
    problems.addAll(labels(series.group(1), kept));
    metric(series.group(1)).ifPresent(metric -> problems.addAll(kind(metric, isRate, unit)));
    Matcher named = LEGEND.matcher(legend);
    if (!named.find() || !kept.contains(named.group(1))) {
      problems.add("has a legend of what is not there: '" + legend + "'");
    }
    return problems;
  }

  /** What is wrong with the choices of a variable. */
  static List<String> choices(String question) {
    Matcher values = VALUES.matcher(question);
    return values.matches()
        ? labels(values.group(1), Set.of(values.group(2)))
        : List.of("has choices in a form that is not known: " + question);
  }

  private static Optional<Metric> metric(String name) {
    return metrics().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** The metrics that parts have, from their page, which is held against the parts. */
  static List<Metric> metrics() {
    try {
      Path page = Path.of("").toAbsolutePath().resolveSibling("docs/reference/metrics.md");
      return ROW.matcher(Files.readString(page)).results().map(PromQlReader::metric).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Metric metric(MatchResult row) {
    String name = row.group(1);
    String part = name.startsWith("wattune_") ? name.split("_", 3)[1] : Metric.FOREIGN;
    MetricKind kind = MetricKind.valueOf(row.group(2).toUpperCase(Locale.ROOT));
    List<String> labels = row.group(4).isEmpty() ? List.of() : List.of(row.group(4).split(", "));
    return new Metric(part, name, kind, row.group(3), labels, row.group(5));
  }

  private static List<String> labels(String name, Set<String> labels) {
    Optional<Metric> metric = metric(name);
    if (metric.isEmpty()) {
      return List.of("asks for the metric '" + name + "', which no part has");
    }
    return labels.stream()
        .filter(label -> !metric.get().labels().contains(label))
        .map(label -> "asks metric '" + name + "' for the label '" + label + "'")
        .toList();
  }

  private static List<String> kind(Metric metric, boolean isRate, String unit) {
    List<String> problems = new ArrayList<>();
    if (isRate != (metric.kind() == MetricKind.COUNTER)) {
      problems.add("asks for the rate of what is no counter, or not: " + metric.name());
    }
    String wanted =
        switch (metric.unit()) {
          case "watts" -> "watt";
          case "joules" -> isRate ? "watt" : "joule";
          case "seconds" -> isRate ? "percentunit" : "s";
          case "" -> metric.name().endsWith("_quality") ? "none" : isRate ? "cps" : "short";
          default -> "no unit that is known";
        };
    if (!unit.equals(wanted)) {
      problems.add("shows " + metric.name() + " as " + unit + ", which is " + wanted);
    }
    return problems;
  }
}
