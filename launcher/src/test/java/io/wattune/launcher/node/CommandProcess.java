package io.wattune.launcher.node;

import io.wattune.testkit.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The command line in a process of its own, which can be signalled, frozen and killed, and whose
 * output a test can look at.
 */
public final class CommandProcess implements AutoCloseable {
  private final Process process;
  private final String name;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private CommandProcess(Process process, String name) {
    this.process = process;
    this.name = name;
    var reader = new Thread(this::read, "output of " + name + " " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts a command with everything on its class path that this JVM has. */
  public static CommandProcess start(String... arguments) throws IOException {
    return startOn(System.getProperty("java.class.path"), arguments);
  }

  /** Starts a command on a class path. */
  public static CommandProcess startOn(String classPath, String... arguments) throws IOException {
    return startBy(List.of(), classPath, arguments);
  }

  /**
   * The same by another program, such as one that takes rights away.
   *
   * @param before that program, which must become the command: signals go to it
   */
  public static CommandProcess startBy(List<String> before, String classPath, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(
        TestJvm.command("-Xmx256m", "-cp", classPath, "io.wattune.launcher.WattuneCommand"));
    command.addAll(List.of(arguments));
    return new CommandProcess(
        new ProcessBuilder(command).redirectErrorStream(true).start(), arguments[0]);
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

  public Process process() {
    return process;
  }

  /** What it has printed so far. */
  public List<String> lines() {
    return lines;
  }

  /** Whether it has printed this text by now. */
  public boolean hasSaid(String text) {
    return lines.stream().anyMatch(line -> line.contains(text));
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What it has printed so far, and whether it still runs. */
  public String account() {
    String state = isAlive() ? ", runs:\n" : ", has ended with " + process.exitValue() + ":\n";
    return name + state + String.join("\n", lines);
  }

  /** As {@code kill} does it. */
  public void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  /** {@code kill -9}. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** It stands still wherever it is. */
  public void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** It goes on where it stood. */
  public void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
