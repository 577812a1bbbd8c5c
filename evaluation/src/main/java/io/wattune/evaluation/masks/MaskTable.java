package io.wattune.evaluation.masks;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.table.CsvTable;
import io.wattune.schemas.table.WrongTableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measured times of a kernel on masks: {@code mask,seconds} or {@code placement,units,seconds},
 * other columns left alone.
 */
final class MaskTable {
  static final int MOST_ROWS = 2_000;
  private static final String MASK = "mask";
  private static final String PLACEMENT = "placement";
  private static final String UNITS = "units";
  private static final String SECONDS = "seconds";

  private MaskTable() {}

  static List<MaskRow> read(Path file, CuLayout layout) throws EngineException {
    try {
      CsvTable table = CsvTable.read(file, MOST_ROWS);
      boolean hasMask = table.has(MASK) || !table.has(PLACEMENT);
      table.require(hasMask ? List.of(MASK, SECONDS) : List.of(PLACEMENT, UNITS, SECONDS));
      List<MaskRow> rows = new ArrayList<>();
      for (int row = 0; row < table.rows(); row++) {
        rows.add(new MaskRow(mask(table, row, hasMask, layout), table.positive(row, SECONDS)));
      }
      return rows;
    } catch (WrongTableException e) {
      throw EngineException.wrongInput(e.words());
    }
  }

  private static CuMask mask(CsvTable table, int row, boolean hasMask, CuLayout layout) {
    try {
      return hasMask
          ? CuMask.parse(table.cell(row, MASK), layout.units())
          : CuMask.of(layout, placement(table.cell(row, PLACEMENT)), table.whole(row, UNITS));
    } catch (IllegalArgumentException e) {
      throw table.wrong(row, String.valueOf(e.getMessage()));
    }
  }

  private static CuPlacement placement(String text) {
    for (CuPlacement placement : CuPlacement.values()) {
      if (placement.name().equalsIgnoreCase(text)) {
        return placement;
      }
    }
    throw new IllegalArgumentException(
        "placement must be one of %s, was '%s'"
            .formatted(Arrays.toString(CuPlacement.values()).toLowerCase(Locale.ROOT), text));
  }
}
