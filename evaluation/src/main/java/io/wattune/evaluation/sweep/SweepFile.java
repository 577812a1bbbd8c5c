package io.wattune.evaluation.sweep;

import io.wattune.core.counter.CounterValue;
import io.wattune.core.sensitivity.training.SweepRow;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.table.CsvTable;
import io.wattune.schemas.table.WrongTableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a sweep, of a simulated GPU or of a real one. A column that is not known is not read, and a
 * misspelt one is missed.
 */
public final class SweepFile {
  private static final int MOST_ROWS = 1_000_000;

  private SweepFile() {}

  /** The rows of a file; an error names the file, the line and the column. */
  public static List<SweepRow> read(Path file) throws EngineException {
    try {
      CsvTable table = CsvTable.read(file, MOST_ROWS);
      checkHeader(table);
      List<SweepRow> rows = new ArrayList<>();
      for (int row = 0; row < table.rows(); row++) {
        rows.add(row(table, row));
      }
      return rows;
    } catch (WrongTableException e) {
      throw EngineException.wrongInput(e.words());
    }
  }

  private static void checkHeader(CsvTable table) throws EngineException {
    List<String> needed =
        new ArrayList<>(
            List.of(
                SweepColumn.APPLICATION,
                SweepColumn.KERNEL,
                SweepColumn.PHASE,
                SweepColumn.SECONDS));
    SweepColumn.COUNTERS.forEach(counter -> needed.add(counter.column()));
    table.require(needed);
    if (SweepColumn.KNOBS.stream().noneMatch(knob -> table.has(knob.column()))) {
      throw EngineException.wrongInput(
          "the sweep '%s' has no column of a tunable; known are %s"
              .formatted(
                  table.file(),
                  SweepColumn.KNOBS.stream().map(SweepColumn.TunableColumn::column).toList()));
    }
  }

  private static SweepRow row(CsvTable table, int row) {
    List<Setting> settings = new ArrayList<>();
    for (SweepColumn.TunableColumn knob : SweepColumn.KNOBS) {
      if (table.has(knob.column())) {
        settings.add(knob.setting((long) table.number(row, knob.column())));
      }
    }
    List<CounterValue> counters = new ArrayList<>();
    for (SweepColumn.Counter counter : SweepColumn.COUNTERS) {
      counters.add(counter.value(table.number(row, counter.column())));
    }
    try {
      return new SweepRow(
          table.cell(row, SweepColumn.APPLICATION),
          table.cell(row, SweepColumn.KERNEL),
          (int) table.number(row, SweepColumn.PHASE),
          new Configuration(settings),
          table.number(row, SweepColumn.SECONDS),
          counters);
    } catch (IllegalArgumentException e) {
      throw table.wrong(row, String.valueOf(e.getMessage()));
    }
  }
}
