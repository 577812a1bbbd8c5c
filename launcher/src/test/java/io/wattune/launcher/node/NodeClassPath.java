package io.wattune.launcher.node;

import io.wattune.launcher.docs.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The class path of a node's parts: this JVM's, without what deploy/pack leaves out for them. */
final class NodeClassPath {
  private NodeClassPath() {}

  static String text() throws IOException {
    List<PathMatcher> left = patterns().stream().map(NodeClassPath::matcher).toList();
    return all().stream()
        .filter(jar -> left.stream().noneMatch(each -> each.matches(jar.getFileName())))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** All entries of this JVM's. */
  static List<Path> all() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .toList();
  }

  /** The lines of deploy/not-on-nodes. */
  static List<String> patterns() throws IOException {
    return Files.readAllLines(Repository.root().resolve("deploy/not-on-nodes")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  static PathMatcher matcher(String pattern) {
    return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
  }
}
