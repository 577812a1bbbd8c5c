package io.wattune.collectors.nvml;

import io.wattune.collectors.slurm.JobGroup;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says of a process: its name, whose it is, its Slurm job by its control group, and
 * when it started, which tells it from a later one with the same number. All of it may be read by
 * everybody; the environment, which says more of a job, may not, and who runs a process can write
 * into it what he likes. In a container whose processes are not those that NVML sees nothing is
 * said: a process is its number then.
 */
final class ProcessNames {
  /** Fields of {@code stat} behind the name in brackets, the state being 0. */
  private static final int START_TIME = 19;

  private final Path proc;

  /** Names from a folder like {@code /proc}. */
  ProcessNames(Path proc) {
    this.proc = proc;
  }

  /** A process that is seen for the first time. */
  Activity begun(String device, int pid, long nowNanos) {
    String start = startTime(pid);
    String name = read(pid, "comm");
    Map<String, String> labels = new HashMap<>();
    labels.put("pid", Integer.toString(pid));
    String user = user(pid);
    if (user != null) {
      labels.put("user", user);
    }
    String groups = read(pid, "cgroup");
    if (groups != null) {
      JobGroup.jobOf(groups).ifPresent(job -> labels.put("job", job));
    }
    return new Activity(
        device,
        start == null ? pid + "-seen-" + nowNanos : id(pid, start),
        Book.PROCESS,
        name == null || name.isBlank() ? "process " + pid : name.strip(),
        nowNanos,
        Activity.RUNNING,
        null,
        labels);
  }

  /** Id of the process that has this number now; that of the known one where nothing is said. */
  String of(int pid, Activity known) {
    String start = startTime(pid);
    return start == null ? known.activityId() : id(pid, start);
  }

  private static String id(int pid, String start) {
    return pid + "-" + start;
  }

  private @Nullable String startTime(int pid) {
    String stat = read(pid, "stat");
    if (stat == null) {
      return null;
    }
    // The name may hold blanks and brackets: the last closing one ends it.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    return fields.length > START_TIME ? fields[START_TIME] : null;
  }

  /** A process's folder is its user's, even where the files in it are not. */
  private @Nullable String user(int pid) {
    try {
      return Files.getOwner(proc.resolve(Integer.toString(pid))).getName();
    } catch (IOException e) {
      return null;
    }
  }

  private @Nullable String read(int pid, String file) {
    try {
      return Files.readString(proc.resolve(Integer.toString(pid)).resolve(file));
    } catch (IOException e) {
      return null; // It is gone, or not of this container.
    }
  }
}
