package io.wattune.benchmarks.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What a process has used, as the kernel counts it, at one moment.
 *
 * @param atNanos {@link System#nanoTime} of the moment
 * @param cpuNanos processor time of the whole process, threads that have ended included
 * @param threads those that live, by id
 */
record ProcessUse(long atNanos, long cpuNanos, Map<Long, ThreadUse> threads) {
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;
  private static final long NANOS_PER_TICK = 10_000_000L;
  private static final int USER_TICKS = 11;
  private static final ThreadUse NOTHING = new ThreadUse(Part.JVM, 0, 0);

  /**
   * What a thread has used.
   *
   * @param wakes how often it has gone to sleep by itself
   */
  record ThreadUse(Part part, long cpuNanos, long wakes) {}

  static ProcessUse of(Process process) throws IOException {
    Map<Long, ThreadUse> uses = new HashMap<>();
    long nowNanos = System.nanoTime();
    long cpuNanos = cpuNanos(process);
    try (Stream<Path> threads = Files.list(proc(process).resolve("task"))) {
      for (Path thread : threads.toList()) {
        add(thread, uses);
      }
    }
    return new ProcessUse(nowNanos, cpuNanos, uses);
  }

  /** User and system; the kernel shows it in hundredths of a second. */
  private static long cpuNanos(Process process) throws IOException {
    String stat = Files.readString(proc(process).resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
    return ticks * NANOS_PER_TICK;
  }

  private static void add(Path thread, Map<Long, ThreadUse> uses) throws IOException {
    try {
      Part part = Part.of(Files.readString(thread.resolve("comm")).strip());
      String[] times = Files.readString(thread.resolve("schedstat")).strip().split(" ", -1);
      long wakes = number(thread, "voluntary_ctxt_switches");
      long id = Long.parseLong(thread.getFileName().toString());
      uses.put(id, new ThreadUse(part, Long.parseLong(times[0]), wakes));
    } catch (NoSuchFileException e) {
      // It has just ended.
    }
  }

  private static long number(Path folder, String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("status"));
    return lines.stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
        .findFirst()
        .orElseThrow(() -> new IOException("no " + name + " in " + folder + "/status"));
  }

  private static Path proc(Process process) {
    return Path.of("/proc", Long.toString(process.pid()));
  }

  /** Memory that a process has in RAM now. */
  static double residentMebibytes(Process process) throws IOException {
    return number(proc(process), "VmRSS") / KIBIBYTES_PER_MEBIBYTE;
  }

  /** Share of one core that the process has used since. */
  double share(ProcessUse since) {
    return (double) (cpuNanos - since.cpuNanos) / (atNanos - since.atNanos);
  }

  /**
   * Share of one core that a part has used since. Threads that have ended are the JVM's: it starts
   * and ends compilers as it needs them.
   */
  double share(Part part, ProcessUse since) {
    if (part != Part.JVM) {
      return rate(part, since, ThreadUse::cpuNanos);
    }
    double others = 0;
    for (Part other : Part.values()) {
      others += other == Part.JVM ? 0 : rate(other, since, ThreadUse::cpuNanos);
    }
    return Math.max(0, share(since) - others);
  }

  /** Wakes in a second since. */
  double wakesPerSecond(Part part, ProcessUse since) {
    return rate(part, since, ThreadUse::wakes) * 1e9;
  }

  private double rate(Part part, ProcessUse since, ToLongFunction<ThreadUse> of) {
    long sum = 0;
    for (Map.Entry<Long, ThreadUse> thread : threads.entrySet()) {
      if (thread.getValue().part() == part) {
        ThreadUse before = since.threads.getOrDefault(thread.getKey(), NOTHING);
        sum += of.applyAsLong(thread.getValue()) - of.applyAsLong(before);
      }
    }
    return (double) sum / (atNanos - since.atNanos);
  }
}
