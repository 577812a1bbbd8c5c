package io.wattune.testbed.standin;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Lines as training programs print them: a bar like tqdm's, ten times a second at most, each over
 * the one before, and one line {@code step 12 loss 0.31} for every step.
 */
final class PrintedProgress implements StepReport {
  private static final long BAR_NANOS = 100_000_000L;
  private static final int TOTAL = 1_000_000;
  private static final double SECONDS = 1e-9;

  private final PrintStream lines;
  private final PrintStream bar;
  private long barNanos;
  private long firstNanos;

  PrintedProgress(PrintStream lines, PrintStream bar) {
    this.lines = lines;
    this.bar = bar;
  }

  @Override
  public void done(Step step) {
    long done = step.number() + 1;
    firstNanos = firstNanos == 0 ? step.startNanos() : firstNanos;
    lines.printf(Locale.ROOT, "step %d loss %.4f%n", done, 2 / Math.sqrt((double) done));
    if (step.endNanos() - barNanos >= BAR_NANOS) {
      barNanos = step.endNanos();
      double seconds = (step.endNanos() - firstNanos) * SECONDS;
      double rate = done / seconds;
      bar.printf(
          Locale.ROOT,
          "\r%3d%%|          | %d/%d [%s<%s, %5.2fit/s]",
          done * 100 / TOTAL,
          done,
          TOTAL,
          clock(seconds),
          clock((TOTAL - done) / rate),
          rate);
      bar.flush();
    }
  }

  private static String clock(double seconds) {
    long whole = (long) seconds;
    return whole < 3600
        ? String.format(Locale.ROOT, "%02d:%02d", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
  }
}
