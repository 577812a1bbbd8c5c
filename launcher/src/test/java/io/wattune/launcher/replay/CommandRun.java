package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * What one run of the command line gave.
 *
 * @param exitCode as the process would end with it
 * @param out standard output
 * @param err error output
 */
record CommandRun(int exitCode, String out, String err) {

  static CommandRun of(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int exitCode = command.execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** The report of a run that must have gone well, with {@code --json}. */
  JsonNode json() throws IOException {
    assertThat(exitCode).as(err).isEqualTo(ExitCode.DONE);
    return new ObjectMapper().readTree(out);
  }
}
