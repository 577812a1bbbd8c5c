package io.wattune.launcher.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.wattune.testkit.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What has privileges is what the page lists, and refers to nothing that reads a network. */
class PrivilegedCodePageTest {
  static final String REFRESH =
      "mvn -q -pl launcher -am test -Dtest=PrivilegedCodePageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final Path PAGE = Repository.root().resolve("docs/reference/privileged-code.md");

  /** The last cells of a row, which are counts. */
  private static final Pattern COUNTS = Pattern.compile("(?m)(?<=\\| )\\d+(\\.\\d+)?(?= \\|)");

  private static final List<String> FORBIDDEN =
      List.of(
          "org.apache.kafka.",
          "org.apache.avro.",
          "org.apache.logging.",
          "com.fasterxml.",
          "java.net.http.",
          "com.sun.net.httpserver.",
          "io.javalin.",
          "picocli.",
          "io.wattune.schemas.",
          "io.wattune.kafka.",
          "io.wattune.http.");

  private static PrivilegedCode code;

  @BeforeAll
  static void find() {
    code = PrivilegedCode.find();
  }

  @Test
  void pageIsUpToDate() throws Exception {
    String current = PrivilegedCodePage.of(code.files());
    if (Boolean.getBoolean("wattune.refresh")) {
      Files.writeString(PAGE, current);
    }

    String page = Files.readString(PAGE);
    assertThat(COUNTS.matcher(page).replaceAll("N"))
        .as("docs/reference/privileged-code.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(COUNTS.matcher(current).replaceAll("N"));
    List<Double> written = counts(page);
    List<Double> counted = counts(current);
    for (int i = 0; i < counted.size(); i++) {
      double now = counted.get(i);
      assertThat(written.get(i))
          .as("count %d of the page, now %s; refresh with: %s", i, now, REFRESH)
          .isBetween(now - Math.max(8, now / 10), now + Math.max(8, now / 10));
    }
  }

  @Test
  void nothingOfItReadsANetwork() {
    assertThat(code.classes()).hasSizeGreaterThan(150);
    for (JavaClass each : code.classes()) {
      assertThat(each.getDirectDependenciesFromSelf())
          .as(each.getName())
          .noneMatch(
              dependency ->
                  FORBIDDEN.stream().anyMatch(dependency.getTargetClass().getName()::startsWith));
    }
  }

  /** Else more could be reached than the page lists. */
  @Test
  void nobodyOfThemOpensADeviceToReadIt() {
    assertThat(code.callsOfTheAgents()).isEmpty();
  }

  /** What the page says of the goal, so that it is taken back when it is so no more. */
  @Test
  void theDoorIsReadInAnHour() throws Exception {
    int lines = 0;
    for (Path file : PrivilegedCodePage.order(code.files()).get("The door")) {
      lines += PrivilegedCode.lines(file);
    }

    assertThat(lines).isPositive().isLessThan(PrivilegedCodePage.LINES_IN_AN_HOUR * 5 / 4);
  }

  private static List<Double> counts(String page) {
    List<Double> counts = new ArrayList<>();
    Matcher matcher = COUNTS.matcher(page);
    while (matcher.find()) {
      counts.add(Double.parseDouble(matcher.group()));
    }
    return counts;
  }
}
