package io.wattune.collectors.run;

import io.wattune.collectors.agent.TimeSource;
import io.wattune.schemas.thread.Worker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user's command as a process: with this process's own input and output, or, where its progress
 * lines are read, with a pipe in place of the outputs that may have them.
 */
public final class MeasuredCommand {
  /** What the command wrote last is passed on within this time after its end. */
  private static final long LAST_OUTPUT_MILLIS = 5_000;

  private final List<String> command;
  private final Map<String, String> variables;
  private final @Nullable ProgressFormat progress;

  /**
   * A command.
   *
   * @param variables that it gets beside this process's own
   * @param progress who reads its progress lines; null for nobody
   */
  public MeasuredCommand(
      List<String> command, Map<String, String> variables, @Nullable ProgressFormat progress) {
    this.command = List.copyOf(command);
    this.variables = Map.copyOf(variables);
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @return its exit code
   * @throws IOException where it cannot be started
   */
  public int run() throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).inheritIO();
    restoreLocale(builder.environment());
    builder.environment().putAll(variables);
    ProgressFormat format = progress;
    if (format != null) {
      builder.redirectError(ProcessBuilder.Redirect.PIPE);
      if (!(format instanceof TqdmBars)) {
        builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        // Into a pipe Python would write blocks, and its lines would come late, to people, too.
        builder.environment().putIfAbsent("PYTHONUNBUFFERED", "1");
      }
    }
    try (PassedSignals signals = PassedSignals.install()) {
      Process process = builder.start();
      signals.to(process);
      List<Worker> readers = new ArrayList<>();
      if (format != null) {
        readers.add(read(process.getErrorStream(), FileDescriptor.err, format));
        if (!(format instanceof TqdmBars)) {
          readers.add(read(process.getInputStream(), FileDescriptor.out, format));
        }
      }
      int exitCode = process.waitFor();
      for (Worker reader : readers) {
        boolean unused = reader.awaitEnd(LAST_OUTPUT_MILLIS);
      }
      return exitCode;
    }
  }

  /** The command gets the locale that this process had before the script gave it another one. */
  private static void restoreLocale(Map<String, String> environment) {
    String before = environment.remove("_WATTUNE_LC_ALL");
    if (before != null) {
      environment.remove("LC_ALL");
      if (!before.isEmpty()) {
        environment.put("LC_ALL", before);
      }
    }
  }

  /** The stream below System.out, which would hold bytes back. It stays open. */
  private static Worker read(InputStream from, FileDescriptor to, ProgressFormat format) {
    var lines =
        new ProgressLines(from, new FileOutputStream(to), format, TimeSource.SYSTEM::wallNanos);
    return Worker.once("output", lines::pass).start();
  }
}
