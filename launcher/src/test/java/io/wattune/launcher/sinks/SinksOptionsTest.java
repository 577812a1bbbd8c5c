package io.wattune.launcher.sinks;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SinksOptionsTest {

  @ParameterizedTest
  @CsvSource({
    "--bootstrap nonsense, HOST:PORT",
    "--store ftp://h:1, http://HOST:PORT",
    "--store-kind mongo, --store-kind",
    "--batch-points 0, --batch-points must be in 1..100000 points",
    "--batch-age 1ms, --batch-age must be in 10ms..1m",
    "--token /does/not/exist, cannot be read"
  })
  void aWrongOptionGetsOneLineAndExitCodeTwo(String arguments, String message) {
    assertRefused("sinks " + arguments, message);
  }

  @Test
  void aTokenFileMustHoldOneToken(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "two words\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertRefused("sinks --token " + file, "chmod 600");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertRefused("sinks --token " + file, "must hold one token");
  }

  private static void assertRefused(String arguments, String message) {
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setErr(new PrintWriter(err));

    int exitCode = command.execute(arguments.split(" "));

    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains(message);
  }
}
