package io.wattune.evaluation.energymodel;

import io.wattune.evaluation.EvaluationException;
import io.wattune.evaluation.sweep.SweepFile;
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
 * A table with a header, whose columns are texts or numbers. A column is of numbers where at least
 * half of its cells are; a cell of it that is none is an error then, not a missing value.
 */
final class CsvTable {
  static final long MOST_BYTES = 32L << 20;
  static final int MOST_ROWS = 1_000;
  static final int MOST_COLUMNS = 300;

  private final Path file;
  private final List<String> header;
  private final List<List<String>> rows;
  private final List<Integer> lines;

  private CsvTable(Path file, List<String> header, List<List<String>> rows, List<Integer> lines) {
    this.file = file;
    this.header = header;
    this.rows = rows;
    this.lines = lines;
  }

  static CsvTable read(Path file) throws EvaluationException {
    List<String> text;
    try {
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        throw EvaluationException.wrongInput(
            "'" + file + "' has " + bytes + " bytes; a table may have " + MOST_BYTES);
      }
      text = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw EvaluationException.wrongInput("'" + file + "' cannot be read: " + FailureWords.of(e));
    }
    return of(file, text);
  }

  static CsvTable of(Path file, List<String> text) throws EvaluationException {
    int at = 0;
    while (at < text.size() && text.get(at).isBlank()) {
      at++;
    }
    if (at == text.size()) {
      throw EvaluationException.wrongInput("'" + file + "' is empty; it needs a header");
    }
    String first = text.get(at).startsWith("\uFEFF") ? text.get(at).substring(1) : text.get(at);
    List<String> header = stripped(SweepFile.fields(first));
    List<List<String>> rows = new ArrayList<>();
    List<Integer> lines = new ArrayList<>();
    for (int i = at + 1; i < text.size(); i++) {
      if (!text.get(i).isBlank()) {
        rows.add(stripped(SweepFile.fields(text.get(i))));
        lines.add(i + 1);
      }
    }
    var table = new CsvTable(file, header, rows, lines);
    table.check();
    return table;
  }

  private static List<String> stripped(List<String> fields) {
    return fields.stream().map(String::strip).toList();
  }

  private void check() throws EvaluationException {
    if (header.size() < 2 || header.size() > MOST_COLUMNS) {
      throw EvaluationException.wrongInput(
          ("'%s' has %s columns; it needs a name and a number, and at most %s columns, "
                  + "with commas between them")
              .formatted(file, header.size(), MOST_COLUMNS));
    }
    Set<String> seen = new HashSet<>();
    for (String column : header.subList(1, header.size())) {
      if (!seen.add(column)) {
        throw EvaluationException.wrongInput(
            "'" + file + "' has two columns '" + column + "'; give each a name of its own");
      }
    }
    if (rows.isEmpty() || rows.size() > MOST_ROWS) {
      throw EvaluationException.wrongInput(
          "'" + file + "' has " + rows.size() + " rows; it needs 1 to " + MOST_ROWS);
    }
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).size() != header.size()) {
        throw wrong(i, "has " + rows.get(i).size() + " values, the header " + header.size());
      }
    }
  }

  Path file() {
    return file;
  }

  List<String> header() {
    return header;
  }

  int rows() {
    return rows.size();
  }

  String cell(int row, int column) {
    return rows.get(row).get(column);
  }

  /** Whether at least half of the cells are numbers. */
  boolean isNumeric(int column) {
    int numbers = 0;
    for (List<String> row : rows) {
      numbers += Double.isNaN(parsed(row.get(column))) ? 0 : 1;
    }
    return 2 * numbers >= rows.size();
  }

  /** The number of a cell. */
  double number(int row, int column) throws EvaluationException {
    double value = parsed(cell(row, column));
    if (!Double.isFinite(value)) {
      throw wrong(row, header.get(column) + " must be a number, was '" + cell(row, column) + "'");
    }
    return value;
  }

  private static double parsed(String cell) {
    try {
      return Double.parseDouble(cell);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** What is wrong with a row, with its place. */
  EvaluationException wrong(int row, String what) {
    return EvaluationException.wrongInput("'" + file + "', line " + lines.get(row) + ": " + what);
  }
}
