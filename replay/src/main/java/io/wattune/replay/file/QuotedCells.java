package io.wattune.replay.file;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line at commas, except within double quotes; a doubled quote within quotes is one quote.
 * Spaces around a cell are dropped.
 */
final class QuotedCells {
  private QuotedCells() {}

  static List<String> split(String line) {
    var cells = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        cell.append('"');
        i++;
      } else if (c == '"' && (quoted || cell.toString().isBlank())) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }
}
