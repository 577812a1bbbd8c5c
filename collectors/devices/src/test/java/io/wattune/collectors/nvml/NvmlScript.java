package io.wattune.collectors.nvml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A captured-device file, as docs/reference/captured-device.md has it: what a driver answers. */
final class NvmlScript {
  static final String HEAD = "wattune-nvml 1";

  /** What an answer is, besides numbers. */
  enum Kind {
    NUMBERS,
    OK,
    ERROR,
    DONE,
    IGNORE,
    CLAMP,
    LOSE
  }

  /**
   * One line.
   *
   * @param line its place in the file
   * @param isByCall whether {@code from} counts calls; else milliseconds
   * @param from from when it counts
   * @param waitMillis how long the call takes
   */
  record Answer(
      int line, boolean isByCall, long from, Kind kind, List<Double> numbers, long waitMillis) {}

  /** A GPU or a slice of one. */
  static final class Gpu {
    final String uuid;
    final String model;
    final List<Gpu> slices = new ArrayList<>();
    final Map<String, List<Answer>> answers = new HashMap<>();
    final Map<String, Integer> calls = new HashMap<>();

    Gpu(String uuid, String model) {
      this.uuid = uuid;
      this.model = model;
    }
  }

  final List<Gpu> gpus = new ArrayList<>();
  final Gpu machine = new Gpu("", "");
  String driver = "";

  static NvmlScript read(Path file) throws IOException {
    return of(Files.readString(file));
  }

  static NvmlScript of(String text) {
    var script = new NvmlScript();
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(HEAD)) {
      throw new IllegalArgumentException("the first line must be '" + HEAD + "'");
    }
    Gpu gpu = script.machine;
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.split("\\s+");
      switch (words[0]) {
        case "driver" -> script.driver = words[1];
        case "gpu" -> {
          gpu = new Gpu(words[1], rest(words, 2));
          script.gpus.add(gpu);
        }
        case "slice" -> {
          gpu = new Gpu(words[1], rest(words, 2));
          script.gpus.get(script.gpus.size() - 1).slices.add(gpu);
        }
        default ->
            gpu.answers.computeIfAbsent(words[0], k -> new ArrayList<>()).add(answer(i, words));
      }
    }
    return script;
  }

  private static String rest(String[] words, int from) {
    return String.join(" ", Arrays.asList(words).subList(from, words.length));
  }

  private static Answer answer(int line, String[] words) {
    boolean isByCall = words[1].startsWith("#");
    long from = Long.parseLong(words[1].substring(1));
    Kind kind = Kind.NUMBERS;
    long wait = 0;
    List<Double> numbers = new ArrayList<>();
    for (int i = 2; i < words.length; i++) {
      switch (words[i]) {
        case "ok" -> kind = Kind.OK;
        case "error" -> kind = Kind.ERROR;
        case "done" -> kind = Kind.DONE;
        case "ignore" -> kind = Kind.IGNORE;
        case "clamp" -> kind = Kind.CLAMP;
        case "lose" -> kind = Kind.LOSE;
        case "none" -> kind = Kind.NUMBERS;
        case "wait" -> wait = Long.parseLong(words[++i]);
        default -> numbers.add(Double.parseDouble(words[i]));
      }
    }
    return new Answer(line, isByCall, from, kind, List.copyOf(numbers), wait);
  }
}
