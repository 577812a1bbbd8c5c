package io.wattune.benchmarks.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@link ArchitectureTest} cannot see, since classes do not have it any more. */
class SourceFilesTest {
  private static final int MOST_LINES = 400;

  /** Always read behind their class, whose word they are: a table's column, a worker's turn. */
  private static final Set<String> READ_BEHIND_THEIR_CLASS = Set.of("Column", "Phase", "Turn");

  /** Texts and comments, in which no type is declared. */
  private static final Pattern NO_CODE =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\""
              + "|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|'(?:\\\\.|[^'\\\\\\n])++'"
              + "|/\\*[\\s\\S]*?\\*/"
              + "|//[^\\n]*");

  private static final Pattern NESTED =
      Pattern.compile("(?m)^ +((?:[a-z-]+ )*)(?:class|interface|enum|record) ([A-Z]\\w*)");

  private static List<Path> files;
  private static List<Path> tests;

  @BeforeAll
  static void findFiles() throws IOException {
    files = filesIn("/src/main/java/");
    tests = filesIn("/src/test/java/");
    // All modules, and not those of one folder alone.
    assertThat(files).hasSizeGreaterThan(1000);
    assertThat(tests).hasSizeGreaterThan(500);
  }

  private static List<Path> filesIn(String folder) throws IOException {
    try (Stream<Path> all = Files.walk(Repository.root())) {
      return all.filter(each -> each.toString().endsWith(".java"))
          .filter(each -> each.toString().contains(folder))
          .toList();
    }
  }

  /** Error Prone and NullAway look at what {@code checks/pom.xml} names, and at nothing else. */
  @Test
  void allSourcesAreChecked() throws IOException {
    String checked = Files.readString(Repository.root().resolve("checks/pom.xml"));

    assertThat(files)
        .extracting(each -> Repository.root().relativize(each).toString())
        .extracting(each -> each.replaceAll("/src/main/java/.*", ""))
        .allSatisfy(
            module ->
                assertThat(checked)
                    .contains("<root>${project.basedir}/../" + module + "/src/main/java</root>"));
  }

  /** A name that stands twice has to be looked up each time. */
  @Test
  void eachNameStandsForOneClass() {
    for (List<Path> either : List.of(files, tests)) {
      Map<String, List<Path>> byName =
          either.stream().collect(Collectors.groupingBy(each -> each.getFileName().toString()));
      byName.remove("package-info.java");

      assertThat(byName.values()).filteredOn(each -> each.size() > 1).isEmpty();
    }
  }

  /** One of a class that only the class itself sees is read where it is written. */
  @Test
  void noNestedTypeHasTheNameOfAClass() throws IOException {
    Set<String> classes = files.stream().map(SourceFilesTest::nameOf).collect(Collectors.toSet());
    List<String> namesakes = new ArrayList<>();
    int seen = 0;
    for (Path each : files) {
      Matcher nested = NESTED.matcher(NO_CODE.matcher(Files.readString(each)).replaceAll(""));
      while (nested.find()) {
        seen++;
        String name = nested.group(2);
        if (!nested.group(1).contains("private ")
            && classes.contains(name)
            && !READ_BEHIND_THEIR_CLASS.contains(name)) {
          namesakes.add(nameOf(each) + "." + name);
        }
      }
    }

    assertThat(seen).isGreaterThan(400);
    assertThat(namesakes).isEmpty();
  }

  private static String nameOf(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ".java".length());
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

  @Test
  void modulesWithTestsThatRunAloneSaySo() throws IOException {
    Set<Path> modules = new TreeSet<>();
    for (Path each : tests) {
      if (Files.readString(each).contains("@Tag(\"alone\")")) {
        String path = each.toString();
        modules.add(Path.of(path.substring(0, path.indexOf("/src/test/")), "pom.xml"));
      }
    }

    assertThat(modules)
        .isNotEmpty()
        .allSatisfy(
            pom ->
                assertThat(pom)
                    .content()
                    .contains("<tests.alone.skipped>false</tests.alone.skipped>"));
  }
}
