package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A file like {@code pp_dpm_sclk}: it shows the clock levels with a star at the one that runs, and
 * takes the numbers of those that are allowed, which it does not show. For one thread.
 */
final class ClockLevelFile implements AutoCloseable {
  private final List<Integer> levels;
  private final SetFile file;
  private String shown;
  private String read = "";
  private String written = "";
  private int highest;
  private int running;

  ClockLevelFile(Path path, List<Integer> levels) throws IOException {
    this.levels = levels;
    this.highest = levels.size() - 1;
    this.shown = text();
    this.file = new SetFile(path, shown);
  }

  /** The numbers that somebody has written; empty where nobody has. */
  String written() throws IOException {
    String text = file.text();
    if (text.equals(shown)) {
      return "";
    }
    if (!text.equals(read)) {
      read = text;
      // A writer that was overtaken leaves the rest of the levels behind its line.
      String first = text.lines().findFirst().orElse("").strip();
      written = first.matches("[0-9]+( +[0-9]+)*") ? first : "";
    }
    return written;
  }

  /** Allows the levels with these numbers; numbers that no level has are not taken. */
  void allow(String numbers) {
    highest =
        Arrays.stream(numbers.split(" +"))
            .mapToInt(Integer::parseInt)
            .filter(number -> number < levels.size())
            .max()
            .orElse(highest);
  }

  /** Allows all. */
  void allowAll() {
    highest = levels.size() - 1;
  }

  /** The highest clock that is allowed; 0 where all are. */
  long ceiling() {
    return highest == levels.size() - 1 ? 0 : levels.get(highest);
  }

  /** Shows the levels again where another one runs, or somebody has written. */
  void show(int megahertz, boolean wasWritten) throws IOException {
    int runs = Math.max(0, levels.indexOf(megahertz));
    if (wasWritten || runs != running) {
      running = runs;
      shown = text();
      file.put(shown);
    }
  }

  private String text() {
    return IntStream.range(0, levels.size())
        .mapToObj(i -> i + ": " + levels.get(i) + "Mhz" + (i == running ? " *" : ""))
        .collect(Collectors.joining("\n"));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
