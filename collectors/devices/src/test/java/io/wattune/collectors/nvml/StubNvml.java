package io.wattune.collectors.nvml;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A library libnvidia-ml.so.1 made of {@code stub.c} by this machine's C compiler. */
final class StubNvml {
  private static final Path FOLDER = Path.of("target", "nvml-stub").toAbsolutePath();

  private StubNvml() {}

  /** The library, made if it is not there yet; skips the test where there is no C compiler. */
  static Path library() throws IOException, InterruptedException {
    String compiler = compiler();
    Assumptions.assumeTrue(
        compiler != null && File.separatorChar == '/',
        "no C compiler 'cc' here: the stub of NVIDIA's library cannot be made; FakeNvml plays the"
            + " same script");
    Path library = FOLDER.resolve(NvmlLibrary.NAME);
    byte[] source;
    try (InputStream in = StubNvml.class.getResourceAsStream("/nvml/stub.c")) {
      source = in.readAllBytes();
    }
    Path kept = FOLDER.resolve("stub.c");
    if (Files.exists(library)
        && Files.exists(kept)
        && java.util.Arrays.equals(Files.readAllBytes(kept), source)) {
      return library;
    }
    Files.createDirectories(FOLDER);
    Files.write(kept, source);
    Path log = FOLDER.resolve("cc.log");
    Process made =
        new ProcessBuilder(
                compiler,
                "-O1",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-shared",
                "-fPIC",
                "-pthread",
                "-o",
                library.toString(),
                kept.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!made.waitFor(60, TimeUnit.SECONDS) || made.exitValue() != 0) {
      Files.deleteIfExists(library);
      throw new IOException("stub.c cannot be compiled: " + Files.readString(log));
    }
    return library;
  }

  private static String compiler() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path candidate = Path.of(folder.isEmpty() ? "." : folder, "cc");
      if (Files.isExecutable(candidate)) {
        return candidate.toString();
      }
    }
    return null;
  }

  /** Makes it play a script from the start. */
  static void load(Path library, Path script) {
    int code = stub(library).getFunction("stub_load").invokeInt(new Object[] {script.toString()});
    if (code != 0) {
      throw new IllegalStateException("the stub cannot read " + script);
    }
  }

  static void setMillis(Path library, long millis) {
    stub(library).getFunction("stub_clock").invokeVoid(new Object[] {millis});
  }

  /** One of the functions by which a test looks behind the library. */
  static Function look(Path library, String name) {
    return stub(library).getFunction(name);
  }

  private static NativeLibrary stub(Path library) {
    return NativeLibrary.getInstance(library.toString());
  }
}
