package io.wattune.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page says what the parts have. */
class MetricsPageTest {
  static final String REFRESH =
      "mvn -q -pl launcher -am test -Dtest=MetricsPageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @Test
  void pageIsUpToDate() throws Exception {
    Path page = Path.of("").toAbsolutePath().resolveSibling("docs/reference/metrics.md");
    if (Boolean.getBoolean("wattune.refresh")) {
      Files.writeString(page, MetricsPage.of(REFRESH));
    }

    assertThat(page).as("refresh with: %s", REFRESH).exists();
    assertThat(Files.readString(page))
        .as("docs/reference/metrics.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(MetricsPage.of(REFRESH));
  }

  @Test
  void noTwoMetricsHaveOneName() {
    assertThat(PartMetrics.all())
        .extracting(metric -> metric.name().replaceFirst("_(total|info)$", ""))
        .doesNotHaveDuplicates();
  }

  @Test
  void unitsAreBaseUnits() {
    assertThat(PartMetrics.all())
        .extracting(Metric::unit)
        .isSubsetOf("", "seconds", "bytes", "joules", "watts", "hertz", "celsius", "ratio");
  }
}
