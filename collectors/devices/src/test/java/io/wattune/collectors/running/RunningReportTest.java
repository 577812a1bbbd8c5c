package io.wattune.collectors.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From an agent to a writer, by a real file; also where the agent is a process that is killed. */
@Timeout(60)
class RunningReportTest {
  @TempDir Path folder;
  private final List<String> changes = new CopyOnWriteArrayList<>();

  private Path file() {
    return folder.resolve("state/agent/running");
  }

  private RunningWatch watch() {
    return new RunningWatch(file(), System::nanoTime, work -> new Thread(work).start());
  }

  private static void until(RunningWatch watch, String name, Duration limit) {
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .atMost(limit)
        .until(() -> name(watch).equals(name));
  }

  private static String name(RunningWatch watch) {
    RunningActivity on = watch.on("n1/G1");
    return on == null ? "nothing" : on.name();
  }

  @Test
  void theWriterFollowsTheAgentsKernels() {
    try (var report = RunningReport.start(file(), changes::add);
        var watch = watch()) {
      report.seen(RunningKernelsTest.started("n1/G1", "a", "step"));
      until(watch, "step", Duration.ofSeconds(20));

      report.seen(RunningKernelsTest.ended("n1/G1", "a", "step"));
      until(watch, "nothing", Duration.ofSeconds(20));
      report.seen(RunningKernelsTest.started("n1/G1", "b", "copy"));
      until(watch, "copy", Duration.ofSeconds(20));
      report.seen(RunningKernelsTest.started("n1/G1", "c", "other"));
      until(watch, "nothing", Duration.ofSeconds(20));

      report.seen(RunningKernelsTest.ended("n1/G1", "c", "other"));
      until(watch, "copy", Duration.ofSeconds(20));
      report.close();
      until(watch, "nothing", Duration.ofSeconds(20));
      assertThat(watch.refused()).doesNotContainKey(RunningRefusal.GARBLED);
    }
  }

  @Test
  void anAgentThatIsKilledIsForgottenAndTheNextOneIsBelieved() throws Exception {
    try (var watch = watch()) {
      Process agent = agent("step");
      until(watch, "step", Duration.ofSeconds(30));

      agent.destroyForcibly().waitFor();

      until(watch, "nothing", Duration.ofMillis(1_500));
      assertThat(Files.size(file())).isPositive();
      assertThat(watch.refused()).containsKey(RunningRefusal.STALE);
      Process next = agent("copy");
      until(watch, "copy", Duration.ofSeconds(30));
      next.destroyForcibly().waitFor();
    }
  }

  @Test
  void aFolderThatCannotBeUsedIsToldOnceAndEndsNothing() throws Exception {
    Files.writeString(folder.resolve("state"), "no folder");
    try (var report = RunningReport.start(file(), changes::add)) {
      report.seen(RunningKernelsTest.started("n1/G1", "a", "step"));
      await().until(() -> !changes.isEmpty());
      report.seen(RunningKernelsTest.ended("n1/G1", "a", "step"));
    }
    assertThat(changes).hasSize(1);
    assertThat(changes.get(0)).contains("cannot report to the writer which kernel runs");
  }

  private Process agent(String kernel) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            RunningReportTest.class.getName(),
            file().toString(),
            kernel)
        .inheritIO()
        .start();
  }

  /** An agent on whose only device one kernel runs, for ever. */
  public static void main(String[] args) throws InterruptedException {
    RunningReport report = RunningReport.start(Path.of(args[0]), System.err::println);
    report.seen(RunningKernelsTest.started("n1/G1", "a", args[1]));
    new java.util.concurrent.CountDownLatch(1).await();
  }
}
