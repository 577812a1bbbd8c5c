package io.wattune.testkit.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * A headless Chromium, driven over its DevTools protocol: no driver program and no download. Tests
 * are skipped, with a message, where no Chromium is on the path.
 */
public final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
  private static final Duration START = Duration.ofSeconds(30);

  private final Process process;
  private final Path folder;
  private final DevTools tools;

  private Chromium(Process process, Path folder, DevTools tools) {
    this.process = process;
    this.folder = folder;
    this.tools = tools;
  }

  /** Starts one; skips the running test where there is none. */
  public static Chromium startOrSkip() {
    Optional<Path> program = find();
    Assumptions.assumeTrue(
        program.isPresent(), "no Chromium on the path (looked for " + NAMES + "): not tested");
    return start(program.get());
  }

  private static Optional<Path> find() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(java.io.File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Chromium start(Path program) {
    try {
      Path folder = Files.createTempDirectory("wattune-chromium");
      Process process =
          new ProcessBuilder(arguments(program, folder))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("output.txt").toFile())
              .start();
      Path port = folder.resolve("DevToolsActivePort");
      Awaitility.await("Chromium says where it listens; see " + folder)
          .atMost(START)
          .until(() -> Files.exists(port) && Files.readAllLines(port).size() == 2);
      List<String> lines = Files.readAllLines(port);
      URI address = URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
      return new Chromium(process, folder, DevTools.connect(address));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> arguments(Path program, Path folder) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless=new",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder,
                "--no-first-run",
                "--no-default-browser-check",
                "--disable-extensions",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--hide-scrollbars",
                // What moves is drawn sixty times a second, of which a test has no use.
                "--force-prefers-reduced-motion",
                "--force-color-profile=srgb",
                "--font-render-hinting=none"));
    // Chromium's sandbox refuses to work for root, as in most containers.
    if ("root".equals(System.getProperty("user.name"))) {
      arguments.add("--no-sandbox");
    }
    arguments.add("about:blank");
    return arguments;
  }

  /** A new tab with cookies and storage of its own. */
  public Tab newTab() {
    return Tab.open(tools);
  }

  @Override
  public void close() throws IOException {
    tools.close();
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
    // Its children may write a little longer: what cannot be deleted stays for the system to clean.
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (UncheckedIOException e) {
      folder.toFile().deleteOnExit();
    }
  }
}
