package io.wattune.launcher.loop;

import io.wattune.testkit.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program of ours in a process of its own, whose output goes to a file. */
final class Part implements AutoCloseable {
  private final Process process;
  private final Path log;

  private Part(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a program by its class. */
  static Part start(
      Class<?> main, Path log, Map<String, String> environment, List<String> arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            TestJvm.command(
                "-Xmx512m", "-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Files.createDirectories(log.getParent());
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new Part(builder.start(), log);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  boolean hasSaid(String text) throws IOException {
    return said().contains(text);
  }

  String said() throws IOException {
    return Files.readString(log);
  }

  /** As {@code kill -9} does it; does not wait. */
  void kill() {
    process.destroyForcibly();
  }

  /** As {@code kill} does it; waits. */
  void end() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end: " + log);
    }
  }

  /** Kills it and what it has started. */
  @Override
  public void close() throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }
}
