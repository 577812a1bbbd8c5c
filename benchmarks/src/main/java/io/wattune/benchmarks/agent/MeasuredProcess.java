package io.wattune.benchmarks.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A JVM of its own with the class path of a node; ends when its standard input does. */
final class MeasuredProcess implements AutoCloseable {
  private static final String TRUSTED = "org.apache.avro.SERIALIZABLE_PACKAGES";
  private static final long PATIENCE_SECONDS = 20;

  private final Process process;

  private MeasuredProcess(Process process) {
    this.process = process;
  }

  /** Starts it; what it prints goes to files in the folder. */
  static MeasuredProcess start(Path folder, String jvm, Class<?> main, String argument)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String trusted = System.getProperty(TRUSTED);
    if (trusted != null) {
      command.add("-D" + TRUSTED + "=" + trusted);
    }
    command.addAll(List.of(jvm.strip().split(" +", -1)));
    command.addAll(List.of("-cp", NodeStart.classPath(), main.getName(), argument));
    return new MeasuredProcess(
        new ProcessBuilder(command)
            .redirectError(folder.resolve("err").toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .start());
  }

  /** What it has used so far. */
  ProcessUse use() throws IOException {
    return ProcessUse.of(process);
  }

  double residentMebibytes() throws IOException {
    return ProcessUse.residentMebibytes(process);
  }

  /** Lets time pass. */
  static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** A new folder for the files of one. */
  static Path folder() throws IOException {
    return Files.createTempDirectory("wattune-bench-agent");
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    boolean hasEnded = false;
    try {
      hasEnded = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!hasEnded) {
      process.destroyForcibly();
    }
  }
}
