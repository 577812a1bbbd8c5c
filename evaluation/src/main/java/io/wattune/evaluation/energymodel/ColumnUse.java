package io.wattune.evaluation.energymodel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** What a column of counters is taken for, by its name and its values. */
enum ColumnUse {
  /** How long the kernel took; totals are divided by it. */
  TIME("time"),
  /** A count over the whole kernel. */
  TOTAL("total"),
  /** A value that has no time in it, such as a share, or a rate already. */
  LEVEL("level"),
  /** The same for all kernels, so it says nothing. */
  CONSTANT("constant"),
  /** Named with {@code --ignore}. */
  IGNORED("ignored");

  private static final Set<String> LEVEL_WORDS =
      Set.of(
          "duty",
          "util",
          "utilization",
          "utilisation",
          "percent",
          "percentage",
          "pct",
          "ratio",
          "rate",
          "rates",
          "fraction",
          "share",
          "occupancy",
          "efficiency",
          "voltage",
          "volts",
          "clock",
          "frequency",
          "freq",
          "mhz",
          "ghz",
          "temperature",
          "throughput",
          "bandwidth",
          "ipc",
          "per",
          "sms",
          "cus");

  private static final Set<String> TIME_WORDS =
      Set.of(
          "duration", "runtime", "time", "seconds", "milliseconds", "microseconds", "nanoseconds");

  private static final Set<String> PART_WORDS =
      Set.of("stall", "stalled", "idle", "active", "busy", "wait", "waiting", "issue");

  private static final Map<String, Double> SECONDS =
      Map.ofEntries(
          Map.entry("s", 1.0),
          Map.entry("sec", 1.0),
          Map.entry("seconds", 1.0),
          Map.entry("ms", 1e-3),
          Map.entry("milliseconds", 1e-3),
          Map.entry("us", 1e-6),
          Map.entry("microseconds", 1e-6),
          Map.entry("ns", 1e-9),
          Map.entry("nanoseconds", 1e-9));

  private final String word;

  ColumnUse(String word) {
    this.word = word;
  }

  /** As people read it. */
  String word() {
    return word;
  }

  /**
   * Whether a column's name, or values that all lie from 0 to 1, says that it has no time in it.
   */
  static boolean isLevel(String name, double[] values) {
    if (name.endsWith("%") || words(name).stream().anyMatch(LEVEL_WORDS::contains)) {
      return true;
    }
    boolean isWhole = true;
    for (double value : values) {
      if (value < 0 || value > 1) {
        return false;
      }
      isWhole &= value == Math.rint(value);
    }
    return !isWhole;
  }

  /**
   * How surely a column's name says that it is how long the kernel took: 3 for a time, 2 for
   * elapsed cycles, 1 for cycles, 0 for none.
   */
  static int rankAsTime(String name) {
    List<String> words = words(name);
    if (words.stream().anyMatch(word -> LEVEL_WORDS.contains(word) || PART_WORDS.contains(word))) {
      return 0;
    }
    if (words.stream().anyMatch(TIME_WORDS::contains)) {
      return 3;
    }
    boolean isCycles = words.contains("cycles") || words.contains("cycle");
    if (words.contains("elapsed")) {
      return isCycles ? 2 : 3;
    }
    return isCycles ? 1 : 0;
  }

  /** Seconds in one unit of a column of time, by its name; empty where that does not say. */
  static OptionalDouble seconds(String name) {
    List<String> words = words(name);
    for (Map.Entry<String, Double> each : SECONDS.entrySet()) {
      if (words.contains(each.getKey())) {
        return OptionalDouble.of(each.getValue());
      }
    }
    return OptionalDouble.empty();
  }

  /** Whether a column of time counts cycles. */
  static boolean isCycles(String name) {
    return rankAsTime(name) < 3
        && (words(name).contains("cycles") || words(name).contains("cycle"));
  }

  /** The words of a name: {@code Num_Idle_SMs} and {@code elapsedCycles} have three and two. */
  static List<String> words(String name) {
    List<String> words = new ArrayList<>();
    String[] parts = name.split("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])", -1);
    for (String part : parts) {
      if (!part.isEmpty()) {
        words.add(part.toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }
}
