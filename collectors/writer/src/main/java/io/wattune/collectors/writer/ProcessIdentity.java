package io.wattune.collectors.writer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which process, even when its id has been given to another one since.
 *
 * @param pid process id
 * @param startedAt when it started, in a unit of the system's own: on Linux clock ticks since boot,
 *     which a step of the wall clock does not change; elsewhere epoch milliseconds; 0 where unknown
 */
record ProcessIdentity(long pid, long startedAt) {
  private static final int FIELDS_FROM_STATE_TO_START = 19;

  static ProcessIdentity own() {
    long pid = ProcessHandle.current().pid();
    return new ProcessIdentity(pid, startOf(pid));
  }

  /** Whether this very process still runs. */
  boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)
        && startOf(pid) == startedAt;
  }

  private static long startOf(long pid) {
    Path stat = Path.of("/proc", Long.toString(pid), "stat");
    try {
      String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
      // The name, in parentheses, may hold spaces and parentheses itself.
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      return Long.parseLong(fields[FIELDS_FROM_STATE_TO_START]);
    } catch (IOException | RuntimeException e) {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().startInstant())
          .map(Instant::toEpochMilli)
          .orElse(0L);
    }
  }

  /** As a line of text. */
  String text() {
    return pid + " " + startedAt;
  }

  /** From a line of text; null where it is none. */
  static @Nullable ProcessIdentity parse(String text) {
    int space = text.indexOf(' ');
    try {
      return space < 0
          ? null
          : new ProcessIdentity(
              Long.parseLong(text.substring(0, space)),
              Long.parseLong(text.substring(space + 1).strip()));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
