package io.wattune.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.evolution.SourceSchemas;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** The page says what the catalogue and the schemas say. */
class TopicsPageTest {

  static final String REFRESH =
      "mvn -q -pl schemas -am test -Dtest=TopicsPageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final Path PAGE =
      SourceSchemas.module().resolveSibling("docs/reference/topics.md");

  @Test
  void pageIsUpToDate() throws Exception {
    String current = TopicsPage.of(SourceSchemas.records());
    if (SourceSchemas.isRefresh()) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, current);
    }

    assertThat(PAGE).as("refresh with: %s", REFRESH).exists();
    assertThat(Files.readString(PAGE))
        .as("docs/reference/topics.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(current);
  }

  @Test
  void pageHasEveryTopicAndEveryField() {
    String page = TopicsPage.of(SourceSchemas.records());

    for (Topic topic : Topic.values()) {
      assertThat(page).contains("| `" + topic.label() + "` |");
      topic
          .recordSchema()
          .ifPresent(
              record -> {
                assertThat(page).contains("\n## " + record.getName() + "\n");
                for (Schema.Field field : record.getFields()) {
                  assertThat(page).contains("| `" + field.name() + "` |");
                }
              });
    }
  }

  @Test
  void everyLinkInsideThePageLeadsSomewhere() {
    String page = TopicsPage.of(SourceSchemas.records());

    var links = Pattern.compile("\\]\\(#([a-z0-9]+)\\)").matcher(page);
    int found = 0;
    while (links.find()) {
      found++;
      assertThat(page).containsPattern("(?mi)^##+ " + links.group(1) + "$");
    }
    assertThat(found).isGreaterThan(13);
  }
}
