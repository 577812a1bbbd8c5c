package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.Repository;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The class path of a node's parts: this JVM's, without what deploy/pack leaves out for them. */
public final class NodeClassPath {
  private static final Pattern ARTIFACT =
      Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>");

  private NodeClassPath() {}

  static String text() throws IOException {
    return text(onNodes(all()));
  }

  /** The class path of the setter. */
  static String setter() throws IOException {
    return text(inTheSetter(all()));
  }

  private static String text(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Of these entries those that deploy/pack puts on the class path of a node. */
  public static List<Path> onNodes(List<Path> entries) throws IOException {
    List<PathMatcher> left = patterns().stream().map(NodeClassPath::matcher).toList();
    return entries.stream()
        .filter(entry -> left.stream().noneMatch(each -> each.matches(jar(entry))))
        .toList();
  }

  /** Those that it puts on the setter's: what deploy/in-the-setter names. */
  public static List<Path> inTheSetter(List<Path> entries) throws IOException {
    List<PathMatcher> named =
        lines("deploy/in-the-setter").stream().map(NodeClassPath::matcher).toList();
    return entries.stream()
        .filter(entry -> named.stream().anyMatch(each -> each.matches(jar(entry))))
        .toList();
  }

  /** Its name; of a module that was compiled and not packed the name that its jar would have. */
  static Path jar(Path entry) {
    Path name = entry.getFileName();
    return name.toString().equals("classes")
        ? Path.of(artifact(entry.getParent().resolveSibling("pom.xml")) + "-0.jar")
        : name;
  }

  private static String artifact(Path pom) {
    try {
      Matcher artifact = ARTIFACT.matcher(Files.readString(pom));
      assertThat(artifact.find()).as("an artifact in " + pom).isTrue();
      return artifact.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All entries of this JVM's. */
  static List<Path> all() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .toList();
  }

  /** The lines of deploy/not-on-nodes. */
  static List<String> patterns() throws IOException {
    return lines("deploy/not-on-nodes");
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(Repository.root().resolve(file)).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  static PathMatcher matcher(String pattern) {
    return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
  }
}
