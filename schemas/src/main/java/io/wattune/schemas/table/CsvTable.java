package io.wattune.schemas.table;

import io.wattune.core.spelling.Spelling;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A table as comma-separated text: a header and rows, columns in any order, values quoted as RFC
 * 4180 says where they need it. Empty lines and those that begin with # are passed over. What is
 * wrong is a {@link WrongTableException} that says file, line, column and value.
 */
public final class CsvTable {
  public static final long MOST_BYTES = 32L << 20;
  public static final int MOST_COLUMNS = 300;

  private final Path file;
  private final List<String> header;
  private final List<Row> rows;

  private record Row(int line, List<String> cells) {}

  private CsvTable(Path file, List<Row> lines) {
    this.file = file;
    this.header = lines.get(0).cells();
    this.rows = lines.subList(1, lines.size());
  }

  /** A whole file, which must have a row at least. */
  public static CsvTable read(Path file, int mostRows) {
    List<Row> lines = new ArrayList<>();
    try {
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        throw wrong(file, "has " + bytes + " bytes; a table may have " + MOST_BYTES);
      }
      int number = 0;
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String text = number == 0 && line.startsWith("\uFEFF") ? line.substring(1) : line;
        number++;
        if (!text.isBlank() && !text.startsWith("#")) {
          lines.add(new Row(number, cells(text)));
        }
      }
    } catch (IOException e) {
      throw wrong(file, "cannot be read: " + FailureWords.of(e));
    }
    if (lines.size() < 2 || lines.size() - 1 > mostRows) {
      throw wrong(
          file,
          "has %s; it needs a header and 1 to %s rows"
              .formatted(lines.isEmpty() ? "no header" : lines.size() - 1 + " rows", mostRows));
    }
    var table = new CsvTable(file, lines);
    table.check();
    return table;
  }

  private void check() {
    if (header.size() < 2 || header.size() > MOST_COLUMNS) {
      throw wrong(
          file,
          "has %s columns; it needs 2 to %s, with commas between them"
              .formatted(header.size(), MOST_COLUMNS));
    }
    Set<String> seen = new HashSet<>();
    for (String column : header.subList(1, header.size())) {
      if (!seen.add(column)) {
        throw wrong(file, "has two columns '" + column + "'; give each a name of its own");
      }
    }
    for (int row = 0; row < rows.size(); row++) {
      int values = rows.get(row).cells().size();
      if (values != header.size()) {
        throw wrong(row, "has " + values + " values, the header " + header.size());
      }
    }
  }

  /**
   * The values of a line, without the spaces around them. A comma within double quotes is none, and
   * a doubled quote there is one quote.
   */
  public static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    var cell = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        cell.append('"');
        i++;
      } else if (c == '"' && (isQuoted || cell.toString().isBlank())) {
        isQuoted = !isQuoted;
      } else if (c == ',' && !isQuoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }

  public Path file() {
    return file;
  }

  public List<String> header() {
    return header;
  }

  public int rows() {
    return rows.size();
  }

  public boolean has(String column) {
    return index(column) >= 0;
  }

  private int index(String column) {
    for (int i = 0; i < header.size(); i++) {
      if (header.get(i).equalsIgnoreCase(column)) {
        return i;
      }
    }
    return -1;
  }

  /** It must have these columns. */
  public void require(List<String> columns) {
    for (String column : columns) {
      if (!has(column)) {
        throw wrong(
            file,
            "has no column '%s'; it needs %s, the nearest that it has is '%s'"
                .formatted(column, columns, Spelling.nearest(column, header)));
      }
    }
  }

  public String cell(int row, int column) {
    return rows.get(row).cells().get(column);
  }

  /** The value of a column that it has. */
  public String cell(int row, String column) {
    return cell(row, index(column));
  }

  /** Whether at least half of a column's cells are numbers. */
  public boolean isNumeric(int column) {
    int numbers = 0;
    for (int row = 0; row < rows.size(); row++) {
      numbers += Double.isNaN(parsed(cell(row, column))) ? 0 : 1;
    }
    return 2 * numbers >= rows.size();
  }

  public double number(int row, int column) {
    double value = parsed(cell(row, column));
    if (!Double.isFinite(value)) {
      throw wrong(row, column, "a number");
    }
    return value;
  }

  public double number(int row, String column) {
    return number(row, index(column));
  }

  /** A number above 0. */
  public double positive(int row, int column) {
    double value = parsed(cell(row, column));
    if (!(value > 0) || Double.isInfinite(value)) {
      throw wrong(row, column, "a number above 0");
    }
    return value;
  }

  public double positive(int row, String column) {
    return positive(row, index(column));
  }

  /** A whole number above 0. */
  public int whole(int row, String column) {
    double value = parsed(cell(row, column));
    if (value < 1 || value != (int) value) {
      throw wrong(row, index(column), "a whole number above 0");
    }
    return (int) value;
  }

  private static double parsed(String cell) {
    try {
      return Double.parseDouble(cell);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private WrongTableException wrong(int row, int column, String wanted) {
    return wrong(
        row, "%s must be %s, was '%s'".formatted(header.get(column), wanted, cell(row, column)));
  }

  /** What is wrong with a row, with its place. */
  public WrongTableException wrong(int row, String what) {
    return new WrongTableException("'%s', line %s: %s".formatted(file, rows.get(row).line(), what));
  }

  private static WrongTableException wrong(Path file, String what) {
    return new WrongTableException("'" + file + "' " + what);
  }
}
