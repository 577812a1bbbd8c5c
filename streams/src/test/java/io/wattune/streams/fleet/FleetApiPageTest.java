package io.wattune.streams.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page says what is answered. */
class FleetApiPageTest {
  static final String REFRESH =
      "mvn -q -pl streams -am test -Dtest=FleetApiPageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final Path PAGE =
      Path.of("").toAbsolutePath().resolveSibling("docs/reference/fleet-api.md");

  @Test
  void pageIsUpToDate() throws Exception {
    String current = FleetApiPage.of();
    if (Boolean.getBoolean("wattune.refresh")) {
      Files.writeString(PAGE, current);
    }

    assertThat(PAGE).as("refresh with: %s", REFRESH).exists();
    assertThat(Files.readString(PAGE))
        .as("docs/reference/fleet-api.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(current);
  }

  @Test
  void energyBeyondWhatJavaScriptCountsIsExactText() throws Exception {
    assertThat(FleetApiPage.of()).contains("\"energyMicrojoules\" : \"9007199254740993\"");
  }
}
