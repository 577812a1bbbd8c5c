package io.wattune.launcher.replay;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Recordings that are too large for the repository: tests that need them are skipped without. */
public final class RecordedData {
  private RecordedData() {}

  /** A folder of recordings; the test is skipped where there is none. */
  public static Path folder(String name) {
    String named = System.getenv("WATTUNE_DATA");
    Path data = named == null || named.isBlank() ? beside() : Path.of(named);
    Path folder = data == null ? null : data.resolve(name);
    Assumptions.assumeTrue(
        folder != null && Files.isDirectory(folder),
        () -> "no recorded data " + name + "; set WATTUNE_DATA to the folder that has it");
    return folder;
  }

  /** The folder {@code shared/data} beside the repository, or beside a folder above it. */
  private static @Nullable Path beside() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path data = at.resolve("shared/data");
      if (Files.isDirectory(data)) {
        return data;
      }
    }
    return null;
  }
}
