package io.wattune.launcher.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands with progress lines, run by the real command line, as the agent's topic shows them. */
@Tag("long")
@Timeout(120)
class ReportedProgressTest {
  private RecordedNode node;

  @TempDir private Path folder;

  @BeforeEach
  void listen() throws Exception {
    node = new RecordedNode();
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  @Test
  void stepsOfALogAreWorkAndItsLinesArriveUnchanged() throws Exception {
    String script =
        "printf 'step 0\\n'; for i in 1 2 3 4 5 6; do sleep 0.15; printf \"step ${i}0\\n\";"
            + " printf 'e' >&2; done; exit 3";

    Ended ended = run("--work", "step (\\d+)", "--", "sh", "-c", script);

    assertThat(ended.exitCode).as(ended.err).isEqualTo(3);
    assertThat(ended.out)
        .isEqualTo("step 0\nstep 10\nstep 20\nstep 30\nstep 40\nstep 50\nstep 60\n");
    assertThat(ended.err).startsWith("eeeeee");
    assertThat(node.work()).isEqualTo(60);
    assertThat(node.readings())
        .hasSizeGreaterThan(2)
        .allSatisfy(
            each -> {
              assertThat(each.workSignal()).isEqualTo(WorkSignal.PROGRESS);
              assertThat(each.level()).isEqualTo(Book.JOB);
              assertThat(each.activityName()).isEqualTo("sh");
            });
  }

  @Test
  void barsOfStandardErrorAreWork() throws Exception {
    String script =
        "for i in 0 1 2 3; do printf \"\\r $i/3 [00:01<00:02, 1.00it/s]\" >&2; sleep 0.15; done;"
            + " echo out";

    Ended ended = run("--work", "tqdm", "--", "sh", "-c", script);

    assertThat(ended.exitCode).as(ended.err).isZero();
    assertThat(ended.out).isEqualTo("out\n");
    assertThat(ended.err).startsWith("\r 0/3 [00:01<00:02, 1.00it/s]\r 1/3 ");
    assertThat(node.work()).isEqualTo(3);
  }

  @Test
  void aCommandWithoutProgressIsSaid() throws Exception {
    Ended ended = run("--work", "tqdm", "--", "sh", "-c", "echo hello >&2");

    assertThat(ended.exitCode).isZero();
    assertThat(ended.err).contains("hello\n").contains("no line of the command showed progress");
    assertThat(node.readings()).isEmpty();
  }

  @Test
  void withoutAnAgentTheLinesStillArrive() throws Exception {
    Path none = folder.resolve("none");
    Ended ended = runAt(none, "--work", "step (\\d+)", "--", "sh", "-c", "echo step 1; exit 4");

    assertThat(ended.exitCode).isEqualTo(4);
    assertThat(ended.out).isEqualTo("step 1\n");
    assertThat(ended.err).contains("its energy is not measured");
  }

  private record Ended(int exitCode, String out, String err) {}

  private Ended run(String... arguments) throws Exception {
    return runAt(node.socket(), arguments);
  }

  private Ended runAt(Path socket, String... arguments) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder = MeasuredNode.wattune("run", "--socket", socket.toString());
    builder.command().addAll(List.of(arguments));
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(
        process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }
}
