package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The states of processes are read from /proc. */
@EnabledOnOs(OS.LINUX)
class CommandLoadTest {

  @Test
  void stopsLetsGoAndEndsAllOfACompoundCommand() {
    List<ProcessHandle> all;
    try (var load = new CommandLoad("cd / && (tail -f /dev/null | cat) ; true")) {
      load.work(true);
      await().until(() -> load.processes().size() >= 3);
      all = load.processes();
      load.work(false);
      await().until(() -> load.processes().stream().allMatch(one -> state(one) == 'T'));
      load.work(true);
      await().until(() -> load.processes().stream().noneMatch(one -> state(one) == 'T'));
      load.work(false);
      assertThat(load.says()).contains("started 1 time");
    }
    await().until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void startsAgainWhatHasEndedByItself() {
    try (var load = new CommandLoad("true")) {
      load.work(true);
      await()
          .until(
              () ->
                  load.says().contains("started 1 time")
                      && load.processes().size() == 1
                      && !load.processes().get(0).isAlive());
      load.work(true);
      await().until(() -> load.says().contains("started 2 times"));
    }
  }

  private static char state(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
