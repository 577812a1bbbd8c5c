package io.wattune.launcher.node;

import io.wattune.launcher.WattuneCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The command line in a process of its own, as on a node, whose output a test can look at. */
final class CommandProcess implements AutoCloseable {
  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private CommandProcess(Process process) {
    this.process = process;
    var reader = new Thread(this::read, "output of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  static CommandProcess start(String... arguments) throws IOException {
    return start(List.of(), NodeClassPath.text(), arguments);
  }

  /**
   * The same by another program, such as one that takes rights away.
   *
   * @param before that program, which must become the command: signals go to it
   */
  static CommandProcess start(List<String> before, String classPath, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            classPath,
            WattuneCommand.class.getName()));
    command.addAll(List.of(arguments));
    return new CommandProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private void read() {
    try (var reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      reader.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add("(ended)");
    }
  }

  Process process() {
    return process;
  }

  List<String> lines() {
    return lines;
  }

  boolean hasSaid(String text) {
    return lines.stream().anyMatch(line -> line.contains(text));
  }

  /** As {@code kill} does it. */
  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
