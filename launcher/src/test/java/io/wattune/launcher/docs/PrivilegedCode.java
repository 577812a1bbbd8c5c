package io.wattune.launcher.docs;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.setter.RestorerProcess;
import io.wattune.collectors.setter.SetterProcess;
import io.wattune.log.PlainLog;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Wattune's classes that setter and restorer can reach: from their main classes along every
 * reference of the compiled classes. Of the kinds of device only those count that they open, and of
 * these only what opens them to be set.
 */
final class PrivilegedCode {
  private static final Set<String> MODULES =
      Set.of(
          "core",
          "log",
          "testbed",
          "schemas",
          "collectors/devices",
          "collectors/node",
          "collectors/writer",
          "kafka",
          "http");

  /** Methods of kinds of device, by which the agent finds and reads them. */
  private static final Set<String> AGENTS = Set.of("standard", "find", "openSource");

  private final Map<String, JavaClass> classes = new HashMap<>();
  private final Set<JavaClass> reached = new HashSet<>();

  private PrivilegedCode(JavaClasses imported) {
    imported.forEach(each -> classes.put(each.getName(), each));
    Deque<JavaClass> left = new ArrayDeque<>(List.of(of(SetterProcess.class)));
    left.add(of(RestorerProcess.class));
    left.add(of(PlainLog.class)); // SLF4J finds it, and nothing names it.
    while (!left.isEmpty()) {
      JavaClass next = left.remove();
      if (reached.add(next)) {
        next.getDirectDependenciesFromSelf().stream()
            .filter(each -> !isOfTheAgents(next, each))
            .map(each -> classes.get(each.getTargetClass().getBaseComponentType().getName()))
            .filter(each -> each != null)
            .forEach(left::add);
      }
    }
  }

  /** Whether a kind of device refers to it in a method that the agent alone calls. */
  private static boolean isOfTheAgents(JavaClass kind, Dependency dependency) {
    return isKind(kind)
        && AGENTS.stream()
            .anyMatch(
                method ->
                    dependency
                        .getDescription()
                        .startsWith("Method <" + kind.getName() + "." + method + "("));
  }

  private static boolean isKind(JavaClass type) {
    return type.isEquivalentTo(DeviceKinds.class) || type.isAssignableTo(DeviceKind.class);
  }

  /** Calls of what was taken to be the agent's alone. */
  List<JavaMethodCall> callsOfTheAgents() {
    return reached.stream()
        .flatMap(each -> each.getMethodCallsFromSelf().stream())
        .filter(call -> isKind(call.getTargetOwner()) && AGENTS.contains(call.getName()))
        .filter(
            call -> !(isKind(call.getOriginOwner()) && AGENTS.contains(call.getOrigin().getName())))
        .toList();
  }

  static PrivilegedCode find() {
    return new PrivilegedCode(
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.wattune"));
  }

  private JavaClass of(Class<?> type) {
    return classes.get(type.getName());
  }

  /** What they reach. */
  Collection<JavaClass> classes() {
    return reached;
  }

  /** Their source files by package and name, as {@code io.wattune.core.lease.LeaseStateMachine}. */
  Map<String, Path> files() throws IOException {
    Map<String, Path> sources = sources();
    Set<String> names = new TreeSet<>();
    for (JavaClass each : reached) {
      names.add(each.getPackageName() + "." + each.getName().replaceAll("^.*\\.|\\$.*$", ""));
    }
    Map<String, Path> found = new TreeMap<>();
    for (String name : names) {
      Path source = sources.get(name);
      if (source == null) {
        throw new IllegalStateException("no source of " + name);
      }
      found.put(name, source);
    }
    return found;
  }

  private static Map<String, Path> sources() throws IOException {
    Map<String, Path> sources = new HashMap<>();
    for (String module : MODULES) {
      Path folder = Repository.root().resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(
                file ->
                    sources.put(
                        folder
                            .relativize(file)
                            .toString()
                            .replaceAll("\\.java$", "")
                            .replace('/', '.'),
                        file));
      }
    }
    return sources;
  }

  /** Lines that say something: no blank ones, no comments, no imports. */
  static int lines(Path file) throws IOException {
    int lines = 0;
    boolean inComment = false;
    for (String each : Files.readAllLines(file)) {
      String line = each.strip();
      if (line.startsWith("/*")) {
        inComment = true;
      }
      boolean counts =
          !inComment
              && !line.isEmpty()
              && !line.startsWith("//")
              && !line.startsWith("import ")
              && !line.startsWith("package ");
      if (counts) {
        lines++;
      }
      if (line.endsWith("*/")) {
        inComment = false;
      }
    }
    return lines;
  }
}
