package io.wattune.benchmarks.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@link ArchitectureTest} cannot see, since classes do not have it any more. */
class SourceFilesTest {
  private static final int MOST_LINES = 400;

  private static List<Path> files;

  @BeforeAll
  static void findFiles() throws IOException {
    try (Stream<Path> all = Files.walk(Repository.root())) {
      files =
          all.filter(each -> each.toString().endsWith(".java"))
              .filter(each -> each.toString().contains("/src/main/java/"))
              .toList();
    }
    // All modules, and not those of one folder alone.
    assertThat(files).hasSizeGreaterThan(1000);
  }

  /** A name that stands twice has to be looked up each time. */
  @Test
  void eachNameStandsForOneClass() {
    Map<String, List<Path>> byName =
        files.stream().collect(Collectors.groupingBy(each -> each.getFileName().toString()));
    byName.remove("package-info.java");

    assertThat(byName.values()).allSatisfy(each -> assertThat(each).hasSize(1));
  }

  @Test
  void noClassHasMoreThanFourHundredLines() throws IOException {
    Map<String, Long> longOnes = new TreeMap<>();
    for (Path each : files) {
      try (Stream<String> lines = Files.lines(each)) {
        long count = lines.count();
        if (count > MOST_LINES) {
          longOnes.put(each.toString(), count);
        }
      }
    }
    assertThat(longOnes).isEmpty();
  }
}
