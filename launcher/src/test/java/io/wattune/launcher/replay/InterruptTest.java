package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.launcher.WattuneCommand;
import io.wattune.testkit.Example;
import io.wattune.testkit.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in the middle of a replay in real time. */
@Tag("soak")
@EnabledOnOs({OS.LINUX, OS.MAC})
class InterruptTest {
  @TempDir Path folder;

  /** More than once: what hooks of the JVM do at the same time comes in any order. */
  @RepeatedTest(4)
  void everythingThatWasStartedIsStoppedAndNothingIsLeftBehind() throws Exception {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Path log = folder.resolve("log");
    Process replay = start(scratch, log);
    try {
      // The broker's data and Flink's folder: both run, and 25 s of readings are under way.
      await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(100))
          .until(() -> holdsReadings(scratch));
      assertThat(names(scratch))
          .anyMatch(name -> name.startsWith("wattune-broker-"))
          .anyMatch(name -> name.startsWith("wattune-flink-"));
      assertThat(replay.isAlive()).as(() -> text(log)).isTrue();

      interrupt(replay);

      assertThat(replay.waitFor(10, TimeUnit.SECONDS)).as("ends within 10 s").isTrue();
      assertThat(replay.exitValue()).as(() -> text(log)).isEqualTo(130);
      assertThat(names(scratch)).as("what it leaves behind").isEmpty();
    } finally {
      replay.destroyForcibly();
    }
  }

  private static Process start(Path scratch, Path log) throws IOException {
    Path example = Example.folder();
    var command =
        TestJvm.process(
            "-Djava.io.tmpdir=" + scratch,
            "-cp",
            System.getProperty("java.class.path"),
            WattuneCommand.class.getName(),
            "replay",
            example.resolve("gpudata.csv").toString(),
            "--time-zone",
            "UTC",
            "--speed",
            "1");
    return command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  /** As the terminal does it; a Process can only be asked to terminate. */
  private static void interrupt(Process process) throws Exception {
    var kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).as("exit code of kill").isZero();
  }

  /** Whether the broker has written records of the topic of readings. */
  private static boolean holdsReadings(Path scratch) throws IOException {
    try (Stream<Path> files = Files.walk(scratch)) {
      return files.anyMatch(
          file ->
              file.toString().endsWith(".log")
                  && file.getParent().getFileName().toString().contains(".readings-")
                  && file.toFile().length() > 0);
    } catch (java.io.UncheckedIOException e) {
      return false; // a file went while it was looked at
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "no log: " + e;
    }
  }
}
