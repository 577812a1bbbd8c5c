package io.wattune.launcher.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the repository is. */
public final class Repository {
  private Repository() {}

  /** The folder that holds all modules. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/references.md"))) {
      folder = folder.getParent();
      assertThat(folder).as("a folder above with docs/references.md").isNotNull();
    }
    return folder;
  }
}
