package io.wattune.benchmarks.agent;

import java.util.Locale;

/**
 * A measured agent as a line of a table.
 *
 * @param label devices, polls and blocks
 * @param used what it has used in the measured time
 * @param bare the same of a JVM in which one thread wakes up and does nothing
 * @param residentMebibytes at the end
 * @param delays how old its blocks are when they can be read
 */
record AgentRow(
    String label, Interval used, Interval bare, double residentMebibytes, Delays delays) {
  private static final double PERCENT = 100;

  /** A process between two moments. */
  record Interval(ProcessUse from, ProcessUse to) {
    double share() {
      return to.share(from);
    }

    double share(Part part) {
      return to.share(part, from);
    }

    double wakes() {
      double sum = 0;
      for (Part part : Part.values()) {
        sum += wakes(part);
      }
      return sum;
    }

    double wakes(Part part) {
      return to.wakesPerSecond(part, from);
    }
  }

  /**
   * What so many wakes cost where nothing is done: the thread's cost of each, times their number.
   */
  private double waking() {
    return bare.share(Part.READERS) / bare.wakes(Part.READERS) * used.wakes();
  }

  /** The head of the table. */
  static String head() {
    var names =
        new StringBuilder(
            "| devices, polls a second, block age | own cost | bare wakes as many | difference |");
    var rule = new StringBuilder("|---|--:|--:|--:|");
    for (Part part : Part.values()) {
      names.append(' ').append(part.label()).append(": share, wakes/s |");
      rule.append("--:|");
    }
    names.append(" a bare wake | resident | block: polls, p50 from newest, p99 from oldest |");
    return names + System.lineSeparator() + rule + "--:|--:|--:|";
  }

  String line() {
    var line = new StringBuilder("| ").append(label);
    line.append(
        text(
            " | %.2f %% | %.2f %% | %.2f %% |",
            PERCENT * used.share(), PERCENT * waking(), PERCENT * (used.share() - waking())));
    for (Part part : Part.values()) {
      line.append(text(" %.2f %%, %.0f |", PERCENT * used.share(part), used.wakes(part)));
    }
    line.append(
        text(
            " %.0f us | %.0f MiB | %d, %.1f ms, %.0f ms |",
            bare.share(Part.READERS) / bare.wakes(Part.READERS) * 1e6,
            residentMebibytes,
            delays.polls(),
            delays.newestMillis(),
            delays.oldestMillis()));
    return line.toString();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
