package io.wattune.benchmarks.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a process has used, as the kernel counts it, at one moment.
 *
 * @param atNanos {@link System#nanoTime} of the moment
 * @param cpuNanos processor time of each part's threads, of those that live
 * @param wakes how often they have gone to sleep by themselves
 */
record ProcessUse(long atNanos, Map<Part, Long> cpuNanos, Map<Part, Long> wakes) {
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

  static ProcessUse of(Process process) throws IOException {
    Map<Part, Long> cpuNanos = new EnumMap<>(Part.class);
    Map<Part, Long> wakes = new EnumMap<>(Part.class);
    try (Stream<Path> threads = Files.list(proc(process).resolve("task"))) {
      threads.forEach(thread -> add(thread, cpuNanos, wakes));
    }
    return new ProcessUse(System.nanoTime(), cpuNanos, wakes);
  }

  private static void add(Path thread, Map<Part, Long> cpuNanos, Map<Part, Long> wakes) {
    try {
      Part part = Part.of(Files.readString(thread.resolve("comm")).strip());
      String[] times = Files.readString(thread.resolve("schedstat")).strip().split(" ", -1);
      cpuNanos.merge(part, Long.parseLong(times[0]), Long::sum);
      wakes.merge(part, number(thread, "voluntary_ctxt_switches"), Long::sum);
    } catch (NoSuchFileException e) {
      // It has just ended.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  /** Share of one core that a part has used since. */
  double share(Part part, ProcessUse since) {
    long used = cpuNanos.getOrDefault(part, 0L) - since.cpuNanos.getOrDefault(part, 0L);
    return (double) used / (atNanos - since.atNanos);
  }

  /** Share of one core that the process has used since. */
  double share(ProcessUse since) {
    double sum = 0;
    for (Part part : Part.values()) {
      sum += share(part, since);
    }
    return sum;
  }

  /** Wakes in a second since. */
  double wakesPerSecond(Part part, ProcessUse since) {
    long count = wakes.getOrDefault(part, 0L) - since.wakes.getOrDefault(part, 0L);
    return count * 1e9 / (atNanos - since.atNanos);
  }
}
