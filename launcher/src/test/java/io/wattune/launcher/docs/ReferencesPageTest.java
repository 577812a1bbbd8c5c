package io.wattune.launcher.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page docs/references.md is written by hand: what it names must exist. */
class ReferencesPageTest {
  /** {@code core.x.Y} with lower-case packages, as the page writes classes. */
  private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+\\.)+[A-Z]\\w*)(?:\\.\\w+)?`");

  private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");

  /** A class without its package, alone or with one of its members. */
  private static final Pattern SIMPLE = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.(\\w+))?`");

  @Test
  void everyClassExists() throws IOException {
    Set<String> named = found(CLASS);

    assertThat(named).hasSizeGreaterThan(10);
    Set<String> sources = sources("src/main/java");
    assertThat(named)
        .allSatisfy(
            name ->
                assertThat(sources)
                    .as("docs/references.md names %s", name)
                    .contains("io/wattune/" + name.replace('.', '/') + ".java"));
  }

  @Test
  void everyTestExists() throws IOException {
    Set<String> named = found(TEST);

    assertThat(named).hasSizeGreaterThan(10);
    Set<String> simple = simpleNames(sources("src/test/java"));
    assertThat(named)
        .allSatisfy(
            name -> assertThat(simple).as("docs/references.md names %s", name).contains(name));
  }

  @Test
  void everyConstantAndMethodStandsInItsClass() throws IOException {
    List<Path> files = files("src/main/java");
    Matcher names = SIMPLE.matcher(page());
    int members = 0;
    while (names.find()) {
      String type = names.group(1);
      String member = names.group(2);
      if (type.endsWith("Test")) {
        continue;
      }
      List<Path> owners = files.stream().filter(f -> f.endsWith(Path.of(type + ".java"))).toList();
      assertThat(owners).as("docs/references.md names %s", type).isNotEmpty();
      if (member != null) {
        members++;
        assertThat(Files.readString(owners.get(0)))
            .as("docs/references.md names %s.%s", type, member)
            .containsPattern("\\b" + member + "\\b");
      }
    }
    assertThat(members).isGreaterThan(2);
  }

  private static Set<String> found(Pattern pattern) throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher matcher = pattern.matcher(page());
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  private static String page() throws IOException {
    return Files.readString(Repository.root().resolve("docs/references.md"));
  }

  /** Paths below the source folders, with slashes. */
  private static Set<String> sources(String folder) throws IOException {
    Set<String> paths = new HashSet<>();
    for (Path file : files(folder)) {
      String path = file.toString().replace('\\', '/');
      paths.add(path.substring(path.indexOf(folder) + folder.length() + 1));
    }
    return paths;
  }

  private static Set<String> simpleNames(Set<String> paths) {
    Set<String> names = new HashSet<>();
    paths.forEach(
        path -> names.add(path.substring(path.lastIndexOf('/') + 1).replace(".java", "")));
    return names;
  }

  private static List<Path> files(String folder) throws IOException {
    // Modules lie in the root, and in folders of modules there.
    try (Stream<Path> modules = Files.walk(Repository.root(), 2)) {
      return modules
          .map(module -> module.resolve(folder))
          .filter(Files::isDirectory)
          .flatMap(ReferencesPageTest::javaFiles)
          .toList();
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
