package io.wattune.pipeline;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command of ours in a process of its own. Its standard input is a pipe that stays open as long
 * as we live: with {@code --until-stdin-closes} it stops by itself when we are gone. Closing asks
 * it to stop and waits.
 */
final class ChildProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
  private static final String MAIN = "io.wattune.launcher.WattuneCommand";

  /** It stops within some seconds; after this it hangs, and what guards it takes over. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final String name;
  private final Process process;
  private final Path log;

  private ChildProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a command.
   *
   * @param name of the process, for people
   * @param log where what it prints is appended
   * @param arguments the command and its arguments
   * @param variables of its environment, beside those of this process
   */
  static ChildProcess start(
      String name, Path log, List<String> arguments, Map<String, String> variables)
      throws EngineException {
    return start(name, log, MAIN, arguments, variables);
  }

  /** Starts another program of ours, by its class. */
  static ChildProcess start(
      String name, Path log, String main, List<String> arguments, Map<String, String> variables)
      throws EngineException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Small, and quick to start: it does little, but must do it at once.
    command.addAll(List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss512k"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      File file = log.toFile();
      var builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(file));
      builder.environment().putAll(variables);
      return new ChildProcess(name, builder.start(), log);
    } catch (IOException e) {
      throw EngineException.failed("could not start the " + name + ": " + FailureWords.of(e), e);
    }
  }

  /** Throws what it said last, when it has ended though nobody asked it to. */
  void check() throws EngineException {
    if (!process.isAlive()) {
      throw EngineException.failed(
          "the "
              + name
              + " has ended with exit code "
              + process.exitValue()
              + ": "
              + lastLine()
              + " (more in "
              + log
              + ")");
    }
  }

  private String lastLine() {
    try {
      List<String> lines = Files.readAllLines(log);
      return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    } catch (IOException e) {
      return "its output cannot be read";
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("the {} did not stop within {} s and is killed", name, PATIENCE.toSeconds());
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
