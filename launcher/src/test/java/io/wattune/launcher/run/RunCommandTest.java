package io.wattune.launcher.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Commands that are run beside a real agent, whose broker is away. */
@Tag("long")
@Timeout(180)
class RunCommandTest {
  private static MeasuredNode node;

  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void startAgent() throws Exception {
    node = MeasuredNode.start();
  }

  @AfterAll
  static void stopAgent() throws Exception {
    node.close();
  }

  @Test
  void joulesArePowerTimesTimeAndTheExitCodeIsTheCommands() throws Exception {
    Path file = folder.resolve("joules.json");

    int exitCode =
        run("--name", "nap", "--output", file.toString(), "--", "sh", "-c", "sleep 1.5; exit 3");

    JsonNode report = new ObjectMapper().readTree(file.toFile());
    assertThat(exitCode).as(err.toString()).isEqualTo(3);
    assertThat(report.path("exitCode").asInt()).isEqualTo(3);
    assertThat(report.path("complete").asBoolean()).as(err.toString()).isTrue();
    double seconds = report.path("seconds").asDouble();
    double joules = report.path("joules").asDouble();
    double error = report.path("standardErrorJoules").asDouble();
    assertThat(seconds).isBetween(1.5, 20.0);
    assertThat(joules)
        .as("150 W for " + seconds + " s")
        .isBetween(
            MeasuredNode.WATTS * seconds - 3 * error, MeasuredNode.WATTS * seconds + 3 * error);
    assertThat(error).as("of an unknown sensor").isBetween(0.02 * joules, 0.2 * joules);
    assertThat(err.toString())
        .contains("wattune: 'nap' took ")
        .contains("wattune:   n1/G1: ")
        .contains("wattune:   n1/G2: ");
  }

  @Test
  void oneDeviceAloneAndJsonOnStandardError() throws Exception {
    int exitCode = run("--device", "G2", "--json", "sleep", "0.5");

    JsonNode report = new ObjectMapper().readTree(err.toString());
    assertThat(exitCode).isZero();
    assertThat(report.path("name").asText()).isEqualTo("sleep");
    assertThat(report.path("devices").size()).isEqualTo(1);
    assertThat(report.path("devices").path(0).path("device").asText()).isEqualTo("n1/G2");
  }

  /** Fails where a full disk, or a folder that is not there, costs the joules of days. */
  @Test
  void whatCannotBeWrittenIsStillSaid() {
    Path nowhere = folder.resolve("none").resolve("joules.json");

    int exitCode = run("--output", nowhere.toString(), "--", "sh", "-c", "sleep 0.5; exit 4");

    assertThat(exitCode).isEqualTo(4);
    assertThat(err.toString())
        .contains("wattune: 'sh' took ")
        .contains(nowhere + " cannot be written")
        .contains("\"joules\":")
        .doesNotContain("not known");
  }

  @ParameterizedTest
  @CsvSource({"KILL, 137", "TERM, 143", "SEGV, 139"})
  void aCommandThatASignalEndsSaysWhichByItsExitCode(String signal, int code) {
    assertThat(run("--", "sh", "-c", "sleep 0.3; kill -" + signal + " $$")).isEqualTo(code);
    assertThat(err.toString()).contains("wattune: 'sh' took ");
  }

  /** Fails where a job of one GPU is told the energy of all without a word. */
  @Test
  void aCommandThatSeesSomeGpusOnlyIsToldThatAllWereMeasured() throws Exception {
    String note = "CUDA_VISIBLE_DEVICES is '0', and the energy is that of all 2 devices";

    assertThat(ofOneGpu("--", "sleep", "0.2")).contains(note).contains("--device");
    assertThat(ofOneGpu("--device", "G2", "--", "sleep", "0.2")).doesNotContain("CUDA_VISIBLE");
  }

  private static String ofOneGpu(String... arguments) throws Exception {
    ProcessBuilder builder =
        MeasuredNode.wattune("run", "--socket", node.socket().toString()).redirectErrorStream(true);
    builder.command().addAll(List.of(arguments));
    builder.environment().put("CUDA_VISIBLE_DEVICES", "0");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void theCommandKnowsTheSocketAndItsActivity() throws Exception {
    Path seen = folder.resolve("seen");

    run("--", "sh", "-c", "echo $WATTUNE_ACTIVITIES_SOCKET $WATTUNE_ACTIVITIES_PARENT >" + seen);

    assertThat(Files.readString(seen)).matches(node.socket() + " [0-9a-f-]{36}\n");
  }

  /** Whoever puts it before a command that matters must not lose the command. */
  @Test
  void theCommandRunsThoughNobodyMeasuresIt() throws Exception {
    Path ran = folder.resolve("ran");
    Path report = folder.resolve("report.json");
    String nowhere = folder.resolve("none").toString();

    int exitCode =
        run(
            "--socket",
            nowhere,
            "--output",
            report.toString(),
            "--",
            "sh",
            "-c",
            "echo x >>" + ran + "; exit 5");

    assertThat(exitCode).isEqualTo(5);
    assertThat(Files.readString(ran)).as("once").isEqualTo("x\n");
    assertThat(err.toString())
        .contains("wattune: 'sh' runs, and its energy is not measured: no agent answers at ")
        .contains(nowhere)
        .contains("start one with wattune agent NODE.json")
        .contains("--agentless");
    JsonNode json = new ObjectMapper().readTree(report.toFile());
    assertThat(json.path("joules").isNull()).isTrue();
    assertThat(json.path("exitCode").asInt()).isEqualTo(5);
    assertThat(json.path("reason").asText()).contains("no agent answers");
  }

  @Test
  void theCommandRunsThoughTheAgentRefuses() {
    assertThat(run("--device", "G7", "--", "sh", "-c", "exit 6")).isEqualTo(6);
    assertThat(err.toString()).contains("no device 'G7'; did you mean 'n1/G1'?");
    assertThat(run("--level", "thread", "true")).isZero();
    assertThat(err.toString()).contains("'level' must be one of job, process");
  }

  @Test
  void whatCannotBeRunSaysWhatToDo() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("--work", "(", "true")).isEqualTo(2);
    assertThat(err.toString()).contains("--work (: Unclosed group");
    assertThat(run("--work", "step", "true")).isEqualTo(2);
    assertThat(err.toString()).contains("it must have one group in brackets");
    assertThat(run("no-such-command-at-all")).isEqualTo(127);
    assertThat(err.toString()).contains("the command cannot be started");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 15", "INT, 2", "HUP, 1"})
  void aSignalGoesToTheCommandAndTheJoulesAreStillSaid(String signal, int number) throws Exception {
    assumeThat(isIgnored(number))
        .as(
            "whoever started the tests, as nohup does, has %s ignored by all that they start",
            signal)
        .isFalse();
    Path ready = folder.resolve("ready");
    Path said = folder.resolve("said");
    String script =
        "trap 'exit 7' "
            + signal
            + "; touch "
            + ready
            + "; i=0; while [ $i -lt 300 ]; do sleep 0.1; i=$((i+1)); done";
    Process process =
        MeasuredNode.wattune("run", "--socket", node.socket().toString(), "--", "sh", "-c", script)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(ready));

    // To this process alone, not to its group as a terminal does.
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isEqualTo(7);
    assertThat(Files.readString(said)).contains("wattune: 'sh' took ");
  }

  private static boolean isIgnored(int signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return false;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("SigIgn:")) {
        return (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> (signal - 1) & 1) == 1;
      }
    }
    return false;
  }

  private int run(String... arguments) {
    CommandLine command =
        WattuneCommand.commandLine(Map.of("WATTUNE_ACTIVITIES_SOCKET", node.socket().toString()));
    command.setErr(new PrintWriter(err));
    String[] all = new String[arguments.length + 1];
    all[0] = "run";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return command.execute(all);
  }
}
