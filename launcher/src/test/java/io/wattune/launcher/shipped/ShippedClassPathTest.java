package io.wattune.launcher.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users get is held against what its classes need. Tests run on a class path of their own,
 * which has more: a library of scope test was once all that {@code --config} needed, and no test
 * could see that it was not delivered.
 */
class ShippedClassPathTest {
  private static final String SUFFIX = ".class";

  /** Runs of what we do not offer, with reasons in decision 0051. */
  private static final List<String> LEFT_OUT =
      List.of(
          "argparse4j",
          "async-profiler",
          "commons-beanutils",
          "commons-digester",
          "commons-logging",
          "flink-hadoop-fs",
          "hadoop-",
          "jakarta.enterprise",
          "jakarta.transaction",
          "javassist",
          "javax.annotation-api",
          "jetty-ee10-annotations",
          "jetty-ee10-plus",
          "jetty-ee10-webapp",
          "kotlin-stdlib-jdk");

  private static List<Path> paths(String classPath) {
    return Arrays.stream(classPath.strip().split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  /** What Maven puts into the distribution, as it does for the folder lib; and our own classes. */
  private static List<Path> shipped() throws IOException {
    List<Path> shipped = new ArrayList<>();
    shipped.add(Path.of("target", "classes").toAbsolutePath());
    shipped.addAll(paths(Files.readString(Path.of("target", "shipped-class-path"))));
    return shipped;
  }

  private static List<Path> ofTests() {
    String surefire = System.getProperty("surefire.test.class.path");
    return paths(surefire == null ? System.getProperty("java.class.path") : surefire);
  }

  private interface ClassVisitor {
    void visit(String name, Path file) throws IOException;
  }

  /** Every class of a jar or folder. */
  private static void visit(Path place, ClassVisitor visitor) throws IOException {
    if (Files.isDirectory(place)) {
      visitBelow(place, visitor);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        visitBelow(jar.getPath("/"), visitor);
      }
    }
  }

  private static void visitBelow(Path root, ClassVisitor visitor) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = root.relativize(file).toString();
        if (name.endsWith(SUFFIX) && !name.startsWith("META-INF")) {
          visitor.visit(name.substring(0, name.length() - SUFFIX.length()), file);
        }
      }
    }
  }

  private static Set<String> names(List<Path> places) throws IOException {
    Set<String> names = new HashSet<>();
    for (Path place : places) {
      visit(place, (name, file) -> names.add(name));
    }
    return names;
  }

  /** Whether the JDK has it. */
  private static boolean isJdks(String name) {
    return ClassLoader.getPlatformClassLoader().getResource(name + SUFFIX) != null;
  }

  private static boolean isOurs(Path place) {
    return Files.isDirectory(place) || place.getFileName().toString().startsWith("wattune-");
  }

  @Test
  void ourClassesFindAllThatTheyName() throws IOException {
    List<Path> shipped = shipped();
    Set<String> known = names(shipped);
    Map<String, Boolean> jdks = new HashMap<>();
    Set<String> missing = new TreeSet<>();
    int[] looked = {0};
    for (Path place : shipped.stream().filter(ShippedClassPathTest::isOurs).toList()) {
      visit(
          place,
          (name, file) -> {
            looked[0]++;
            for (String named : NamedClasses.of(Files.readAllBytes(file))) {
              if (!known.contains(named)
                  && !jdks.computeIfAbsent(named, ShippedClassPathTest::isJdks)) {
                missing.add(name + " needs " + named);
              }
            }
          });
    }

    assertThat(looked[0]).isGreaterThan(1000);
    assertThat(missing).isEmpty();
  }

  @Test
  void noLibraryNeedsWhatOnlyTestsHave() throws IOException {
    List<Path> shipped = shipped();
    List<Path> onlyTests = new ArrayList<>(ofTests());
    onlyTests.removeAll(shipped);
    Set<String> hidden = names(onlyTests);
    hidden.removeAll(names(shipped));
    assertThat(hidden).contains("org/junit/jupiter/api/Test");
    Set<String> missing = new TreeSet<>();
    for (Path place : shipped) {
      visit(
          place,
          (name, file) -> {
            for (String named : NamedClasses.of(Files.readAllBytes(file))) {
              if (hidden.contains(named)) {
                missing.add(place.getFileName() + ": " + name + " needs " + named);
              }
            }
          });
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void whatWasLeftOutDoesNotComeBack() throws IOException {
    List<String> jars =
        shipped().stream().map(each -> each.getFileName().toString()).sorted().toList();

    assertThat(jars).anyMatch(jar -> jar.startsWith("kafka-clients-"));
    assertThat(jars).noneMatch(jar -> LEFT_OUT.stream().anyMatch(jar::startsWith));
  }

  @Test
  void theClassesThatAClassFileNamesAreRead() throws IOException {
    String own = getClass().getName().replace('.', '/') + SUFFIX;
    try (var in = getClass().getClassLoader().getResourceAsStream(own)) {
      assertThat(NamedClasses.of(in.readAllBytes()))
          .contains("org/assertj/core/api/Assertions", "java/nio/file/Files", "java/lang/String")
          .doesNotContain("I", "[Ljava/lang/String;");
    }
  }
}
