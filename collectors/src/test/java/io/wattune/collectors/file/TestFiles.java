package io.wattune.collectors.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Assumptions;

/** Text as a file, and the folder of recorded data. */
final class TestFiles {
  static final NvidiaSmiOptions UTC = new NvidiaSmiOptions(ZoneOffset.UTC, null, null, "node1");

  private TestFiles() {}

  static NvidiaSmiOptions zone(String zone) {
    return new NvidiaSmiOptions(ZoneId.of(zone), null, null, "node1");
  }

  static NvidiaSmiOptions signal(String signal) {
    return new NvidiaSmiOptions(ZoneOffset.UTC, signal, null, "node1");
  }

  static NvidiaSmiOptions device(String device) {
    return new NvidiaSmiOptions(ZoneOffset.UTC, null, device, "node1");
  }

  static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static TraceFile read(String text) throws IOException, UnusableTraceException {
    return read(text, UTC);
  }

  static TraceFile read(String text, NvidiaSmiOptions options)
      throws IOException, UnusableTraceException {
    return NvidiaSmiCsv.read(stream(text), "gpu.csv", options, bytes -> {});
  }

  /** A file below the folder of recorded data; the test is skipped where there is none. */
  static Path recorded(String name) {
    Path data = dataFolder();
    Path file = data.resolve(name);
    Assumptions.assumeTrue(
        Files.isRegularFile(file),
        () -> "no recorded data at " + file + "; set WATTUNE_DATA to the folder that has " + name);
    return file;
  }

  private static Path dataFolder() {
    String named = System.getenv("WATTUNE_DATA");
    if (named != null && !named.isBlank()) {
      return Path.of(named);
    }
    // The root of the repository is the highest folder above us that has a POM.
    Path root = Path.of("").toAbsolutePath();
    for (Path up = root; up != null; up = up.getParent()) {
      root = Files.exists(up.resolve("pom.xml")) ? up : root;
    }
    return root.resolveSibling("shared").resolve("data");
  }
}
