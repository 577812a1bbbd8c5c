package io.wattune.collectors.nvml;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A shell command that works on the GPU until it is ended. It is stopped and let go by SIGSTOP and
 * SIGCONT, with all that it has started: a new process would need seconds for its start, in which
 * power rises in steps of its own. A command that has ended by itself is started again.
 */
final class CommandLoad implements GpuLoad {
  private final String command;
  private final ExecutorService shell =
      Executors.newSingleThreadExecutor(
          task -> {
            var thread = new Thread(task, "gpu-load");
            thread.setDaemon(true);
            return thread;
          });
  private volatile @Nullable Process process;
  private volatile int starts;
  private volatile @Nullable String failure;

  CommandLoad(String command) {
    this.command = command;
  }

  @Override
  public String says() {
    return "`"
        + command
        + "`, started "
        + starts
        + (starts == 1 ? " time" : " times")
        + (failure == null ? "" : ", failed: " + failure);
  }

  @Override
  public void work(boolean on) {
    shell.execute(() -> change(on));
  }

  private void change(boolean on) {
    try {
      Process running = process;
      if (running != null && running.isAlive()) {
        signal(running, on ? "CONT" : "STOP");
      } else if (on) {
        starts++;
        process =
            new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
      }
    } catch (IOException e) {
      failure = e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** To the shell and all that it has started: a compound command is several processes. */
  private static void signal(Process running, String name)
      throws IOException, InterruptedException {
    List<String> ids = all(running).map(one -> Long.toString(one.pid())).toList();
    Process sent =
        new ProcessBuilder(
                "sh", "-c", "kill -" + name + " " + String.join(" ", ids) + " 2>/dev/null")
            .start();
    sent.waitFor(5, TimeUnit.SECONDS);
  }

  private static Stream<ProcessHandle> all(Process running) {
    return Stream.concat(Stream.of(running.toHandle()), running.descendants());
  }

  /** The processes of the command, the shell's first; none where it does not run. */
  List<ProcessHandle> processes() {
    Process running = process;
    return running == null ? List.of() : all(running).toList();
  }

  /** Ends all of it: stopped processes too, which is why it does not ask them kindly alone. */
  @Override
  public void close() {
    shell.shutdown();
    try {
      boolean unused = shell.awaitTermination(10, TimeUnit.SECONDS);
      Process running = process;
      if (running == null) {
        return;
      }
      List<ProcessHandle> all = all(running).toList();
      signal(running, "CONT");
      all.forEach(ProcessHandle::destroy);
      if (!running.waitFor(5, TimeUnit.SECONDS) || all.stream().anyMatch(ProcessHandle::isAlive)) {
        all.forEach(ProcessHandle::destroyForcibly);
      }
    } catch (IOException e) {
      failure = e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
