package io.wattune.collectors.nvml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What was measured of a GPU so far, on the disk after each step: a program that is killed, or a
 * driver that hangs, takes none of it along.
 */
final class GpuReport {
  private final Path file;
  private final List<String> lines = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  GpuReport(Path file) {
    this.file = file;
  }

  synchronized void line(String text) {
    lines.add(text);
  }

  synchronized void problem(String text) {
    problems.add(text);
  }

  synchronized List<String> problems() {
    return List.copyOf(problems);
  }

  synchronized void write() {
    List<String> all = new ArrayList<>(lines);
    all.add("");
    all.add("## Problems");
    all.add("");
    problems.forEach(problem -> all.add("- " + problem));
    if (problems.isEmpty()) {
      all.add("None.");
    }
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
