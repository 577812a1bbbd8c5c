package io.wattune.control.serving;

import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.table.CsvTable;
import io.wattune.schemas.table.WrongTableException;
import java.nio.file.Path;
import java.util.List;

/**
 * Measurements of a model on its server, other columns left alone. A row without seconds and
 * busyWatts is of the GPU between requests. A column batch, which may be missing, says how many
 * requests were served at once. A column share, which may be missing, too, says with which share of
 * its device the server was started; a percentage is its units where there is no column of these.
 */
public final class MeasuredTable {
  private static final List<String> COLUMNS =
      List.of("megaHertz", "seconds", "busyWatts", "waitingWatts");
  private static final String UNITS = "units";
  private static final String SHARE = "share";
  private static final String BATCH = "batch";
  private static final int MOST_ROWS = 500_000;

  private MeasuredTable() {}

  public static Measurements read(Path file) throws EngineException {
    var rows = new Measurements();
    try {
      CsvTable table = CsvTable.read(file, MOST_ROWS);
      table.require(COLUMNS);
      if (!table.has(SHARE)) {
        table.require(List.of(UNITS));
      }
      for (int row = 0; row < table.rows(); row++) {
        take(table, row, rows);
      }
    } catch (WrongTableException e) {
      throw EngineException.wrongInput(e.words());
    }
    if (rows.rows().isEmpty()) {
      throw EngineException.wrongInput("'" + file + "' has no row with seconds and busyWatts");
    }
    return rows;
  }

  private static void take(CsvTable table, int row, Measurements rows) {
    int megaHertz = table.whole(row, "megaHertz");
    int units = table.whole(row, table.has(UNITS) ? UNITS : SHARE);
    double waitingWatts = table.number(row, "waitingWatts");
    boolean isAlone = !table.has(BATCH) || table.cell(row, BATCH).isEmpty();
    int batch = isAlone ? 1 : table.whole(row, BATCH);
    if (batch > MeasuredProfile.Batches.MOST) {
      throw table.wrong(row, "a batch has at most " + MeasuredProfile.Batches.MOST + " requests");
    }
    try {
      if (table.has(SHARE)) {
        rows.share(units, new DeviceShare(table.cell(row, SHARE)));
      }
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
