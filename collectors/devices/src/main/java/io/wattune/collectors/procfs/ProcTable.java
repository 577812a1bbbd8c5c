package io.wattune.collectors.procfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says of processes, in a folder like {@code /proc} (proc(5)). Only what everybody
 * may read; null or nothing where a process is gone or of another container.
 */
public final class ProcTable {
  /** Fields of {@code stat} behind the name in brackets, the state being 0. */
  private static final int PARENT = 1;

  private static final int START_TIME = 19;
  private static final String NUMBERS = "NSpid:";

  private final Path proc;

  public ProcTable(Path proc) {
    this.proc = proc;
  }

  /** This machine's. */
  public static ProcTable system() {
    return new ProcTable(Path.of("/proc"));
  }

  /**
   * When a process started, in clock ticks since boot. It distinguishes the process from a later
   * one with the same number, and is the same in every container.
   */
  public @Nullable String startTicks(long pid) {
    return stat(pid, START_TIME);
  }

  /** The process that started it; 0 where there is none or nothing is said. */
  public long parent(long pid) {
    String parent = stat(pid, PARENT);
    try {
      return parent == null ? 0 : Long.parseLong(parent);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Its numbers, from this side's to that in the innermost container that it is in. */
  public List<String> numbers(long pid) {
    String status = text(pid, "status");
    return status == null
        ? List.of()
        : status
            .lines()
            .filter(line -> line.startsWith(NUMBERS))
            .findFirst()
            .map(line -> List.of(line.substring(NUMBERS.length()).strip().split("\\s+")))
            .orElse(List.of());
  }

  /** Its user: a process's folder is its user's, even where the files in it are not. */
  public @Nullable String user(long pid) {
    try {
      return Files.getOwner(proc.resolve(Long.toString(pid))).getName();
    } catch (IOException e) {
      return null;
    }
  }

  /** One of its files; null where it cannot be read. */
  public @Nullable String text(long pid, String file) {
    try {
      return Files.readString(proc.resolve(Long.toString(pid)).resolve(file));
    } catch (IOException e) {
      return null;
    }
  }

  private @Nullable String stat(long pid, int field) {
    String stat = text(pid, "stat");
    if (stat == null) {
      return null;
    }
    // The name may hold blanks and brackets: the last closing one ends it.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    return fields.length > field ? fields[field] : null;
  }
}
