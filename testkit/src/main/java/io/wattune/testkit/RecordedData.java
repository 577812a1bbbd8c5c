package io.wattune.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * Recordings that are too large for the repository: tests that need them are skipped without. Maven
 * prints no assumption's message, so it is said here, once for each recording that is missing.
 */
public final class RecordedData {
  private static final Set<Path> SAID = ConcurrentHashMap.newKeySet();

  private RecordedData() {}

  /** A folder of recordings; the test is skipped where there is none. */
  public static Path folder(String name) {
    Path folder = in(named(), name);
    return require(folder, folder != null && Files.isDirectory(folder), name);
  }

  /** One recording; the test is skipped where there is none. */
  public static Path file(String name) {
    Path file = in(named(), name);
    return require(file, file != null && Files.isRegularFile(file), name);
  }

  private static Path require(@Nullable Path path, boolean isThere, String name) {
    String missing = missing(name);
    if (!isThere && SAID.add(Path.of(name))) {
      System.out.println(missing);
    }
    Assumptions.assumeTrue(isThere, missing);
    return Objects.requireNonNull(path, missing);
  }

  /** What is said where a recording is missing. */
  static String missing(String name) {
    return "[SKIPPED] no recorded data '"
        + name
        + "' here: tests on it are skipped; set WATTUNE_DATA to the folder that has it";
  }

  private static @Nullable String named() {
    return System.getenv("WATTUNE_DATA");
  }

  private static @Nullable Path in(@Nullable String named, String name) {
    Path data = named == null || named.isBlank() ? beside() : Path.of(named);
    return data == null ? null : data.resolve(name);
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
