package io.wattune.testbed.standin;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes the library of NVIDIA's name of {@code nvml.c}, by the machine's C compiler. */
public final class NvmlStandIn {
  private static final int PATIENCE_SECONDS = 60;

  private NvmlStandIn() {}

  /** Why it cannot be made on this machine, with what to do; empty where it can. */
  public static Optional<String> obstacle() {
    if (!System.getProperty("os.name", "").startsWith("Linux")) {
      return Optional.of(
          "NVIDIA's library can be stood in for on Linux only; use --devices simulated");
    }
    return compiler().isPresent()
        ? Optional.empty()
        : Optional.of(
            "the stand-in for NVIDIA's library is made by the C compiler 'cc', which was not found;"
                + " install one (for example: apt install gcc libc6-dev, or dnf install gcc)");
  }

  /** Makes the folder's library. */
  public static void make(StandInFolder folder) throws IOException, InterruptedException {
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      throw new IOException(obstacle.get());
    }
    Files.createDirectories(folder.path());
    Path source = folder.path().resolve("nvml.c");
    try (InputStream in = NvmlStandIn.class.getResourceAsStream("nvml.c")) {
      if (in == null) {
        throw new IOException("nvml.c is missing from Wattune's testbed");
      }
      Files.write(source, in.readAllBytes());
    }
    Path log = folder.path().resolve("cc.log");
    Process made =
        new ProcessBuilder(
                List.of(
                    compiler().orElseThrow().toString(),
                    "-O1",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "-shared",
                    "-fPIC",
                    "-o",
                    folder.library().toString(),
                    source.toString(),
                    "-ldl"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!made.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || made.exitValue() != 0) {
      made.destroyForcibly();
      Files.deleteIfExists(folder.library());
      throw new IOException(
          source
              + " cannot be compiled; are the C library's headers installed? "
              + Files.readString(log));
    }
  }

  private static Optional<Path> compiler() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path candidate = Path.of(folder.isEmpty() ? "." : folder, "cc");
      if (Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
