package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page says what the code does. */
class ActivitiesPageTest {
  static final String REFRESH =
      "mvn -q -pl collectors/agent -am test -Dtest=ActivitiesPageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolveSibling("docs/reference/activities.md");

  @Test
  void pageIsUpToDate() throws Exception {
    String current = ActivitiesPage.of();
    if (Boolean.getBoolean("wattune.refresh")) {
      Files.writeString(PAGE, current);
    }

    assertThat(PAGE).as("refresh with: %s", REFRESH).exists();
    assertThat(Files.readString(PAGE))
        .as("docs/reference/activities.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(current);
  }

  @Test
  void everyFieldOfAnAnswerIsExplained() throws Exception {
    List<String> answers =
        ActivitiesPage.of().lines().filter(line -> line.startsWith("< ")).toList();
    List<String> fields = new ArrayList<>();
    for (String answer : answers) {
      JsonNode json = new ObjectMapper().readTree(answer.substring(2));
      json.fieldNames().forEachRemaining(fields::add);
      json.path("devices").forEach(each -> each.fieldNames().forEachRemaining(fields::add));
    }

    assertThat(answers).hasSize(6);
    assertThat(ActivitiesPage.FIELDS.keySet()).containsAll(fields);
    assertThat(fields).contains("error", "reason", "joules", "node", "share");
  }
}
