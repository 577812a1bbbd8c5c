package io.wattune.benchmarks.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How a node's agent is started: read from the files that start it there. */
final class NodeStart {
  private static final Pattern OPTIONS = Pattern.compile("\"JDK_JAVA_OPTIONS=([^\"]*)\"");

  private NodeStart() {}

  /** The JVM options of the systemd unit. */
  static String jvmOptions() {
    Matcher options = OPTIONS.matcher(text("systemd/wattune-agent.service"));
    if (!options.find()) {
      throw new IllegalStateException("deploy/systemd/wattune-agent.service has no JVM options");
    }
    return options.group(1);
  }

  /** This JVM's class path without what {@code deploy/pack} leaves out on nodes. */
  static String classPath() {
    List<PathMatcher> left =
        text("not-on-nodes")
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
            .toList();
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(jar -> left.stream().noneMatch(each -> each.matches(Path.of(jar).getFileName())))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String text(String resource) {
    try (InputStream in = NodeStart.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the benchmarks were built without deploy/" + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + resource, e);
    }
  }
}
