package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class NoBrokerTest {
  private static final String[] COMMANDS = {
    "status",
    "hold --all",
    "release --all",
    "control",
    "fleet --listen 127.0.0.1:0",
    "sinks",
    "dashboard --listen 127.0.0.1:0"
  };

  /** Each waits for an answer, five seconds or twenty: all at once. */
  @Test
  @Tag("long")
  void aBrokerThatDoesNotAnswerGetsOneLineAndExitCodeOne() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(COMMANDS.length);
    try {
      Map<String, Future<Ended>> ended = new LinkedHashMap<>();
      for (String command : COMMANDS) {
        ended.put(command, threads.submit(() -> run(command)));
      }
      for (var each : ended.entrySet()) {
        Ended end = each.getValue().get();
        assertThat(end.exitCode()).as(each.getKey()).isEqualTo(ExitCode.FAILED);
        assertThat(end.err().lines()).as(each.getKey()).hasSize(1);
        assertThat(end.err()).contains("no Kafka broker answers at 127.0.0.1:1");
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private record Ended(int exitCode, String err) {}

  private static Ended run(String arguments) {
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setErr(new PrintWriter(err));
    // Port 1 is never a broker's.
    int exitCode = command.execute((arguments + " --bootstrap 127.0.0.1:1").split(" "));
    return new Ended(exitCode, err.toString());
  }
}
