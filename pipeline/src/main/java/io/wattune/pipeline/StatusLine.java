package io.wattune.pipeline;

import static io.wattune.report.Decimals.fixed;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * One line that is written over each second on a terminal; elsewhere one line every ten seconds.
 */
final class StatusLine {
  private static final long SECONDS_BETWEEN_LINES = 10;
  private static final int WIDTH = 118;

  private final PrintStream out;
  private final boolean isTerminal;
  private long linesAt = -SECONDS_BETWEEN_LINES;

  StatusLine(PrintStream out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /**
   * Shows how things stand.
   *
   * @param readings polls sent so far
   * @param watts true power of all GPUs now
   * @param saved what has been saved; empty while that is not known
   * @param note what is not as it should be; empty where all is well
   */
  void show(
      Duration elapsed, long readings, double watts, LiveCounts counts, String saved, String note) {
    String text =
        String.format(
            Locale.ROOT,
            "%4d s  %s W%s%s  %d readings  %d decisions  %d applied  %d refused  %d rejects  p99 %s ms",
            elapsed.toSeconds(),
            fixed(watts, 0),
            saved.isEmpty() ? "" : "  " + saved,
            note.isEmpty() ? "" : "  " + note,
            readings,
            counts.decisions(),
            counts.applied(),
            counts.refused(),
            counts.rejects(),
            counts.latency().count() == 0 ? "-" : fixed(counts.latency().p99Millis(), 0));
    if (isTerminal) {
      out.print("\r\033[K" + (text.length() > WIDTH ? text.substring(0, WIDTH) : text));
      out.flush();
    } else if (elapsed.toSeconds() >= linesAt + SECONDS_BETWEEN_LINES) {
      linesAt = elapsed.toSeconds();
      out.println(text);
    }
  }

  /** Leaves the last line as it stands. */
  void end() {
    if (isTerminal) {
      out.println();
    }
  }
}
