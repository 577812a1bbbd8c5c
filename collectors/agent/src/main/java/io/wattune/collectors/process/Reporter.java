package io.wattune.collectors.process;

import org.jspecify.annotations.Nullable;

/**
 * A process that reports activities of its own.
 *
 * @param pid its number, as it sees itself
 * @param startTicks its start in clock ticks since boot; null where it does not say
 * @param user whom the kernel names as the one who reports
 */
public record Reporter(long pid, @Nullable String startTicks, String user) {
  private static final String ROOT = "root";

  /**
   * Whether it is this process. A number alone counts only on this side of a container; and nobody
   * but root speaks for another user's process.
   */
  boolean is(ListedProcess process) {
    boolean isSame =
        startTicks == null
            ? pid == process.pid()
            : startTicks.equals(process.startTicks())
                && (pid == process.pid() || process.numbers().contains(Long.toString(pid)));
    return isSame && (user.equals(ROOT) || user.equals(process.user()));
  }
}
