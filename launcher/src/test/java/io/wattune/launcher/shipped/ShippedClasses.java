package io.wattune.launcher.shipped;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The class files of what users get. */
final class ShippedClasses {
  private static final String SUFFIX = ".class";

  interface Visitor {
    void visit(String name, Path file) throws IOException;
  }

  private ShippedClasses() {}

  /** What Maven puts into the distribution, as it does for the folder lib; and our own classes. */
  static List<Path> places() throws IOException {
    List<Path> shipped = new ArrayList<>();
    shipped.add(Path.of("target", "classes").toAbsolutePath());
    shipped.addAll(paths(Files.readString(Path.of("target", "shipped-class-path"))));
    return shipped;
  }

  static List<Path> paths(String classPath) {
    return Arrays.stream(classPath.strip().split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  /** Every class of a jar or folder. */
  static void visit(Path place, Visitor visitor) throws IOException {
    if (Files.isDirectory(place)) {
      visitBelow(place, visitor);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        visitBelow(jar.getPath("/"), visitor);
      }
    }
  }

  private static void visitBelow(Path root, Visitor visitor) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = root.relativize(file).toString();
        if (name.endsWith(SUFFIX) && !name.startsWith("META-INF")) {
          visitor.visit(name.substring(0, name.length() - SUFFIX.length()), file);
        }
      }
    }
  }

  static Set<String> names(List<Path> places) throws IOException {
    Set<String> names = new HashSet<>();
    for (Path place : places) {
      visit(place, (name, file) -> names.add(name));
    }
    return names;
  }

  /** Whether the JDK has it. */
  static boolean isJdks(String name) {
    return ClassLoader.getPlatformClassLoader().getResource(name + SUFFIX) != null;
  }

  static boolean isOurs(Path place) {
    return Files.isDirectory(place) || place.getFileName().toString().startsWith("wattune-");
  }
}
