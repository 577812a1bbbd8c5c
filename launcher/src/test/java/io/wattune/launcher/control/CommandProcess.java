package io.wattune.launcher.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command in a process of its own, which can be killed and frozen. */
final class CommandProcess implements AutoCloseable {
  private final Process process;
  private final Path output;

  private CommandProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts a command; what it prints goes to a file of this name. */
  static CommandProcess start(Path folder, String name, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.wattune.launcher.WattuneCommand");
    command.addAll(List.of(arguments));
    Path output = folder.resolve(name + ".log");
    return new CommandProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  /** Whether its output has this text by now. */
  boolean hasSaid(String text) throws IOException {
    return Files.readString(output).contains(text);
  }

  /** What it has printed so far, and whether it still runs. */
  String account() {
    String state = isAlive() ? ", runs:\n" : ", has ended with " + process.exitValue() + ":\n";
    try {
      return output.getFileName() + state + Files.readString(output);
    } catch (IOException e) {
      return output.getFileName() + state + e;
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** {@code kill -STOP}: it stands still wherever it is. */
  void freeze() throws Exception {
    signal("-STOP");
  }

  /** {@code kill -CONT}: it goes on where it stood. */
  void thaw() throws Exception {
    signal("-CONT");
  }

  private void signal(String signal) throws Exception {
    new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() throws Exception {
    if (process.isAlive()) {
      thaw();
      process.destroy();
      if (!process.waitFor(15, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }
}
