package io.wattune.http.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page says what the catalogue says. */
class MetricsPageTest {
  static final String REFRESH =
      "mvn -q -pl http -am test -Dtest=MetricsPageTest -Dwattune.refresh=true"
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
    assertThat(MetricCatalogue.all()).extracting(Metric::baseName).doesNotHaveDuplicates();
  }

  @Test
  void unitsAreBaseUnits() {
    assertThat(MetricCatalogue.all())
        .extracting(Metric::unit)
        .isSubsetOf("", "seconds", "bytes", "joules", "watts", "hertz", "celsius", "ratio");
  }
}
