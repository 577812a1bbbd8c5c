package io.wattune.benchmarks.agent;

import io.wattune.report.Decimals;
import io.wattune.report.ReportTable;

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
    String label, UseInterval used, UseInterval bare, double residentMebibytes, Delays delays) {
  /** A process between two moments. */
  record UseInterval(ProcessUse from, ProcessUse to) {
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

  static ReportTable<AgentRow> table() {
    ReportTable<AgentRow> table =
        new ReportTable<AgentRow>()
            .words("devices, polls a second, block age", AgentRow::label)
            .figures("own cost", row -> Decimals.percent(row.used.share(), 2))
            .figures("bare wakes as many", row -> Decimals.percent(row.waking(), 2))
            .figures("difference", row -> Decimals.percent(row.used.share() - row.waking(), 2));
    for (Part part : Part.values()) {
      table.figures(
          part.label() + ": share, wakes/s",
          row ->
              Decimals.percent(row.used.share(part), 2)
                  + ", "
                  + Decimals.fixed(row.used.wakes(part), 0));
    }
    return table
        .figures(
            "a bare wake",
            "%.0f us",
            row -> row.bare.share(Part.READERS) / row.bare.wakes(Part.READERS) * 1e6)
        .figures("resident", "%.0f MiB", AgentRow::residentMebibytes)
        .figures("block: polls, p50 from newest, p99 from oldest", row -> row.delays.words());
  }
}
