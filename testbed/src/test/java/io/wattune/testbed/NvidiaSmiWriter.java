package io.wattune.testbed;

import io.wattune.core.ledger.Book;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes traces as {@code nvidia-smi --query-gpu=timestamp,index,name,power.draw
 * --format=csv,nounits -lms} prints them, and activities and energies as CSV beside them.
 *
 * <pre>
 * timestamp, index, name, power.draw [W]
 * 2026/01/05 12:00:00.000, 0, Tesla K20c, 23.63
 * </pre>
 *
 * Time stamps are local time, cut to milliseconds; power has two decimals. Lines end with a line
 * feed.
 */
final class NvidiaSmiWriter {
  private static final long SECOND = 1_000_000_000L;

  private final String gpuName;
  private final int index;
  private final DateTimeFormatter stamp;

  /**
   * @param gpuName the card's name
   * @param index the card's index in its node
   * @param zone the time zone that nvidia-smi ran in
   */
  NvidiaSmiWriter(String gpuName, int index, ZoneId zone) {
    this.gpuName = gpuName;
    this.index = index;
    this.stamp = DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm:ss.SSS", Locale.ROOT).withZone(zone);
  }

  /** Writes the readings. */
  void writeReadings(SimulatedTrace trace, Appendable out) throws IOException {
    out.append("timestamp, index, name, power.draw [W]\n");
    for (int i = 0; i < trace.polls(); i++) {
      long nanos = trace.timesNanos()[i];
      stamp.formatTo(
          Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND)), out);
      out.append(", ").append(Integer.toString(index)).append(", ").append(gpuName).append(", ");
      appendWatts(trace.milliwatts()[i], out);
      out.append('\n');
    }
  }

  /** Writes what ran and when: {@code start_epoch_us,end_epoch_us,name,level}. */
  static void writeActivities(SimulatedTrace trace, Appendable out) throws IOException {
    out.append("start_epoch_us,end_epoch_us,name,level\n");
    for (KernelRun activity : trace.runs()) {
      out.append(Long.toString(Math.floorDiv(activity.startNanos(), 1_000)))
          .append(',')
          .append(Long.toString(Math.floorDiv(activity.endNanos(), 1_000)))
          .append(',')
          .append(quoted(activity.name()))
          .append(',')
          .append(Book.KERNEL.label())
          .append('\n');
    }
  }

  /** Writes the true energies: {@code name,energy_joules}. */
  static void writeTruth(SimulatedTrace trace, Appendable out) throws IOException {
    out.append("name,energy_joules\n");
    for (KernelRun activity : trace.runs()) {
      out.append(quoted(activity.name()))
          .append(String.format(Locale.ROOT, ",%.3f", trace.energyJoules(activity)))
          .append('\n');
    }
  }

  private static void appendWatts(int milliwatts, Appendable out) throws IOException {
    int centiwatts = Math.floorDiv(milliwatts + 5, 10);
    out.append(Integer.toString(centiwatts / 100)).append('.');
    out.append((char) ('0' + centiwatts / 10 % 10)).append((char) ('0' + centiwatts % 10));
  }

  /** RFC 4180: a field with a comma, a quote or a line end stands in quotes. */
  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
