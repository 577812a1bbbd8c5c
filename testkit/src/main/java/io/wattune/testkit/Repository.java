package io.wattune.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where the repository is. */
public final class Repository {
  private Repository() {}

  /** The folder that holds all modules. */
  public static Path root() {
    @Nullable Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("docs/references.md"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder, "a folder above with docs/references.md");
  }
}
