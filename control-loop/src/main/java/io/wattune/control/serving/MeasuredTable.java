package io.wattune.control.serving;

import io.wattune.core.serving.MeasuredProfile;
import io.wattune.schemas.table.CsvTable;
import io.wattune.schemas.table.WrongTableException;
import java.nio.file.Path;
import java.util.List;

/**
 * Measurements of a model on its server, other columns left alone. A row without seconds and
 * busyWatts is of the GPU between requests. A column batch, which may be missing, says how many
 * requests were served at once.
 */
public final class MeasuredTable {
  private static final List<String> COLUMNS =
      List.of("megaHertz", "units", "seconds", "busyWatts", "waitingWatts");
  private static final String BATCH = "batch";
  private static final int MOST_ROWS = 500_000;

  private MeasuredTable() {}

  public static Measurements read(Path file) throws ServingProfileException {
    var rows = new Measurements();
    try {
      CsvTable table = CsvTable.read(file, MOST_ROWS);
      table.require(COLUMNS);
      for (int row = 0; row < table.rows(); row++) {
        take(table, row, rows);
      }
    } catch (WrongTableException e) {
      throw new ServingProfileException(e.words());
    }
    if (rows.rows().isEmpty()) {
      throw new ServingProfileException("'" + file + "' has no row with seconds and busyWatts");
    }
    return rows;
  }

  private static void take(CsvTable table, int row, Measurements rows) {
    int megaHertz = table.whole(row, "megaHertz");
    int units = table.whole(row, "units");
    double waitingWatts = table.number(row, "waitingWatts");
    boolean isAlone = !table.has(BATCH) || table.cell(row, BATCH).isEmpty();
    int batch = isAlone ? 1 : table.whole(row, BATCH);
    if (batch > MeasuredProfile.Batches.MOST) {
      throw table.wrong(row, "a batch has at most " + MeasuredProfile.Batches.MOST + " requests");
    }
    try {
      if (table.cell(row, "seconds").isEmpty() && table.cell(row, "busyWatts").isEmpty()) {
        rows.add(megaHertz, units, waitingWatts);
      } else {
        double seconds = table.number(row, "seconds");
        double busyWatts = table.number(row, "busyWatts");
        rows.add(
            new MeasuredProfile.Row(megaHertz, units, seconds, busyWatts, waitingWatts), batch);
      }
    } catch (IllegalArgumentException e) {
      throw table.wrong(row, String.valueOf(e.getMessage()));
    }
  }
}
