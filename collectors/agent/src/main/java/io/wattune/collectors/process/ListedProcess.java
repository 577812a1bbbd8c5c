package io.wattune.collectors.process;

import io.wattune.collectors.procfs.ProcTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says of a process.
 *
 * @param pid its number on this side of all containers
 * @param startTicks its start in clock ticks since boot; null where nothing is said
 * @param numbers its numbers in all containers that it is in
 * @param user its user; null where nothing is said
 */
record ListedProcess(
    long pid, @Nullable String startTicks, List<String> numbers, @Nullable String user) {

  static ListedProcess of(long pid, ProcTable processes) {
    return new ListedProcess(
        pid, processes.startTicks(pid), processes.numbers(pid), processes.user(pid));
  }
}
