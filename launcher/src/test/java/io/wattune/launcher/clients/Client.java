package io.wattune.launcher.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a client of another language. */
final class Client {
  record Run(int exitCode, List<String> lines, String err) {}

  private Client() {}

  /** Whether this command is there and ends well. */
  static boolean works(List<String> command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  static Run run(Path folder, List<String> program, List<String> words) throws Exception {
    List<String> line = new ArrayList<>(program);
    line.addAll(words);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("%s has ended", program).isTrue();
      return new Run(process.exitValue(), Files.readAllLines(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }
}
