package io.wattune.launcher.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What users get is held against what its classes need. Tests run on a class path of their own,
 * which has more: a library of scope test was once all that {@code --config} needed, and no test
 * could see that it was not delivered.
 */
class ShippedClassPathTest {
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

  /** What Netty reads rare forms of keys with where it is there; tests sign certificates by it. */
  private static final String OPTIONAL = "org/bouncycastle/";

  private static List<Path> ofTests() {
    String surefire = System.getProperty("surefire.test.class.path");
    return ShippedClasses.paths(
        surefire == null ? System.getProperty("java.class.path") : surefire);
  }

  @Test
  void ourClassesFindAllThatTheyName() throws IOException {
    List<Path> shipped = ShippedClasses.places();
    Set<String> known = ShippedClasses.names(shipped);
    Map<String, Boolean> jdks = new HashMap<>();
    Set<String> missing = new TreeSet<>();
    int[] looked = {0};
    for (Path place : shipped.stream().filter(ShippedClasses::isOurs).toList()) {
      ShippedClasses.visit(
          place,
          (name, file) -> {
            looked[0]++;
            for (String named : NamedClasses.of(Files.readAllBytes(file))) {
              if (!known.contains(named) && !jdks.computeIfAbsent(named, ShippedClasses::isJdks)) {
                missing.add(name + " needs " + named);
              }
            }
          });
    }

    assertThat(looked[0]).isGreaterThan(1000);
    assertThat(missing).isEmpty();
  }

  @Tag("long")
  @Test
  void noLibraryNeedsWhatOnlyTestsHave() throws IOException {
    List<Path> shipped = ShippedClasses.places();
    List<Path> onlyTests = new ArrayList<>(ofTests());
    onlyTests.removeAll(shipped);
    Set<String> hidden = ShippedClasses.names(onlyTests);
    hidden.removeAll(ShippedClasses.names(shipped));
    assertThat(hidden).contains("org/junit/jupiter/api/Test");
    Set<String> missing = new TreeSet<>();
    for (Path place : shipped) {
      ShippedClasses.visit(
          place,
          (name, file) -> {
            for (String named : NamedClasses.of(Files.readAllBytes(file))) {
              if (hidden.contains(named) && !named.startsWith(OPTIONAL)) {
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
        ShippedClasses.places().stream()
            .map(each -> each.getFileName().toString())
            .sorted()
            .toList();

    assertThat(jars).anyMatch(jar -> jar.startsWith("kafka-clients-"));
    assertThat(jars).noneMatch(jar -> LEFT_OUT.stream().anyMatch(jar::startsWith));
  }

  @Test
  void theClassesThatAClassFileNamesAreRead() throws IOException {
    String own = getClass().getName().replace('.', '/') + ".class";
    try (var in = getClass().getClassLoader().getResourceAsStream(own)) {
      assertThat(NamedClasses.of(in.readAllBytes()))
          .contains("org/assertj/core/api/Assertions", "java/nio/file/Files", "java/lang/String")
          .doesNotContain("I", "[Ljava/lang/String;");
    }
  }
}
