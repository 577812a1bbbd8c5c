package io.wattune.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Prometheus's own tool that looks for faults ({@code apt install prometheus}). */
public record Promtool(Path program) {
  private static final long PATIENCE_SECONDS = 60;

  /** Its exit code and what it printed. */
  public record Exit(int code, List<String> lines) {}

  /** It, where it is on the PATH. */
  public static Optional<Promtool> find() {
    return find("promtool").map(Promtool::new);
  }

  /** It; skips the test with a message where it is not there. */
  public static Promtool orSkip() {
    return new Promtool(orSkip("promtool"));
  }

  /** A program on the PATH; skips the test with a message where it is not there. */
  public static Path orSkip(String name) {
    Optional<Path> found = find(name);
    assumeTrue(found.isPresent(), name + " is not on the PATH: apt install prometheus");
    return found.orElseThrow();
  }

  private static Optional<Path> find(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(entry -> Path.of(entry, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * What it says against a page of metrics; nothing where all is well. Metrics under names of DCGM
   * and Kepler are left out: they break its rules by their nature.
   */
  public List<String> complaints(String page) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("promtool");
    try {
      Path input = Files.writeString(folder.resolve("page.txt"), own(page));
      return run(folder, input, "check", "metrics").lines();
    } finally {
      Files.deleteIfExists(folder.resolve("page.txt"));
      Files.deleteIfExists(folder);
    }
  }

  private static String own(String page) {
    return page.lines()
        .filter(line -> !line.contains("DCGM_") && !line.contains("kepler_"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Runs it in a folder. */
  public Exit run(Path folder, Path input, String... words)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("promtool", ".txt");
    String[] line = new String[words.length + 1];
    line[0] = program.toString();
    System.arraycopy(words, 0, line, 1, words.length);
    Process process =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("promtool has not ended within " + PATIENCE_SECONDS + " s");
      }
      return new Exit(process.exitValue(), Files.readAllLines(output));
    } finally {
      process.destroyForcibly();
      Files.deleteIfExists(output);
    }
  }
}
