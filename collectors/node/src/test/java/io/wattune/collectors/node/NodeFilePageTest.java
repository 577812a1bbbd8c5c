package io.wattune.collectors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page says what the reader of the file knows. */
class NodeFilePageTest {
  static final String REFRESH =
      "mvn -q -pl collectors/node -am test -Dtest=NodeFilePageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolveSibling("docs/reference/node-file.md");

  @TempDir Path folder;

  @Test
  void pageIsUpToDate() throws Exception {
    String current = NodeFilePage.of();
    if (Boolean.getBoolean("wattune.refresh")) {
      Files.writeString(PAGE, current);
    }

    assertThat(PAGE).as("refresh with: %s", REFRESH).exists();
    assertThat(Files.readString(PAGE))
        .as("docs/reference/node-file.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(current);
  }

  @Test
  void pageHasEveryKey() {
    for (NodeKey key : NodeKey.values()) {
      assertThat(NodeFilePage.of())
          .contains("| `" + key.label() + "` | " + key.rule().kind().words());
    }
  }

  @Test
  void exampleOfThePageCanBeRead() throws Exception {
    Path file = Files.writeString(folder.resolve("n17.json"), NodeFilePage.example());

    NodeConfig config = NodeFile.read(file);

    assertThat(config.deviceId(config.devices().get(0))).isEqualTo("n17/GPU-1");
    assertThat(config.folder().path()).isEqualTo(folder.resolve("n17.state"));
  }
}
