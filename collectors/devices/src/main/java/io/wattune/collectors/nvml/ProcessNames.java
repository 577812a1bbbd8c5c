package io.wattune.collectors.nvml;

import io.wattune.collectors.procfs.ProcTable;
import io.wattune.collectors.slurm.JobGroup;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What the kernel says of a process: its name, whose it is, its Slurm job by its control group, and
 * when it started, which distinguishes it from a later one with the same number. All of it may be
 * read by everybody; the environment, which says more of a job, may not, and who runs a process can
 * write into it what he likes. In a container whose processes are not those that NVML sees nothing
 * is said: a process is its number then.
 */
final class ProcessNames {
  private final ProcTable proc;

  /** Names from a folder like {@code /proc}. */
  ProcessNames(Path proc) {
    this.proc = new ProcTable(proc);
  }

  /** A process that is seen for the first time. */
  Activity begun(String device, int pid, long nowNanos) {
    String start = proc.startTicks(pid);
    String name = proc.text(pid, "comm");
    Map<String, String> labels = new HashMap<>();
    labels.put("pid", Integer.toString(pid));
    String user = proc.user(pid);
    if (user != null) {
      labels.put("user", user);
    }
    String groups = proc.text(pid, "cgroup");
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
    String start = proc.startTicks(pid);
    return start == null ? known.activityId() : id(pid, start);
  }

  private static String id(int pid, String start) {
    return pid + "-" + start;
  }
}
