package io.wattune.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.Metric;
import io.wattune.testkit.Promtool;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules for Prometheus ask for metrics that there are, and say what they should. */
class PrometheusRulesTest {
  private static final String RULES = "wattune-rules.yml";
  private static final String TESTS = "wattune-rules-test.yml";
  private static final Pattern EXPRESSION = Pattern.compile("(?m)^ +expr: (.*)$");
  private static final Pattern ALERT = Pattern.compile("(?m)^ +- alert: (\\w+)$");
  private static final Pattern METRIC = Pattern.compile("wattune_[a-z0-9_]+");

  @TempDir private Path folder;

  private final Path shipped = Repository.root().resolve("deploy/prometheus");

  @Test
  void everyMetricOfTheRulesIsOneOfAPart() throws IOException {
    Set<String> known = PartMetrics.all().stream().map(Metric::name).collect(Collectors.toSet());
    Set<String> asked = new TreeSet<>();
    Matcher expression = EXPRESSION.matcher(Files.readString(shipped.resolve(RULES)));
    while (expression.find()) {
      Matcher metric = METRIC.matcher(expression.group(1));
      while (metric.find()) {
        asked.add(metric.group());
      }
    }
    assertThat(asked).hasSizeGreaterThan(15).isSubsetOf(known);
  }

  @Test
  void everyAlertHasACaseInWhichItFires() throws IOException {
    String cases = Files.readString(shipped.resolve(TESTS));
    Set<String> without = new TreeSet<>();
    Matcher alert = ALERT.matcher(Files.readString(shipped.resolve(RULES)));
    int alerts = 0;
    while (alert.find()) {
      alerts++;
      if (!cases.contains("'{alertname=\"" + alert.group(1) + "\"}', value: 1")) {
        without.add(alert.group(1));
      }
    }
    assertThat(alerts).isGreaterThan(10);
    assertThat(without).isEmpty();
  }

  @Test
  void promtoolFindsNothingAndTheCasesHold() throws Exception {
    Promtool promtool = Promtool.orSkip();
    Path nothing = Files.createFile(folder.resolve("nothing"));

    Promtool.Exit check = promtool.run(shipped, nothing, "check", "rules", RULES);
    Promtool.Exit cases = promtool.run(shipped, nothing, "test", "rules", TESTS);

    assertThat(check.code()).as(String.join("\n", check.lines())).isZero();
    assertThat(check.lines()).anyMatch(line -> line.contains("rules found"));
    assertThat(cases.code()).as(String.join("\n", cases.lines())).isZero();
  }
}
