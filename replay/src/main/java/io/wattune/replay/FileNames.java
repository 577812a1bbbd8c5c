package io.wattune.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Short names of files, which become part of the ids of devices without a uuid: of each path the
 * last part, or as many of the last parts as are needed to distinguish all the files.
 */
final class FileNames {
  static final String STANDARD_INPUT = "stdin";

  private FileNames() {}

  /** One name for each path, in the same order; {@code -} is {@value #STANDARD_INPUT}. */
  static List<String> of(List<String> paths) {
    List<Path> absolute =
        paths.stream()
            .map(path -> path.equals("-") ? Path.of(STANDARD_INPUT) : full(path))
            .toList();
    int longest = absolute.stream().mapToInt(Path::getNameCount).max().orElse(0);
    List<String> names = List.of();
    for (int parts = 1; parts <= longest; parts++) {
      names = new ArrayList<>();
      for (Path path : absolute) {
        int count = path.getNameCount();
        names.add(path.subpath(Math.max(0, count - parts), count).toString());
      }
      if (new HashSet<>(names).size() == names.size()) {
        return names;
      }
    }
    return names;
  }

  private static Path full(String path) {
    return Path.of(path).toAbsolutePath().normalize();
  }
}
