package io.wattune.evaluation.sweep;

import io.wattune.core.counter.CounterValue;
import io.wattune.core.sensitivity.training.SweepRow;
import io.wattune.core.spelling.Spelling;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.evaluation.EvaluationException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a sweep, of a simulated GPU or of a real one. Columns may stand in any order; one that is
 * not known is not read, and a misspelt one is missed.
 */
public final class SweepFile {
  private final Path file;
  private final List<String> header;

  private SweepFile(Path file, List<String> header) {
    this.file = file;
    this.header = header;
  }

  /** The rows of a file; an error names the file, the line and the column. */
  public static List<SweepRow> read(Path file) throws EvaluationException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw EvaluationException.wrongInput(
          "the sweep '" + file + "' cannot be read: " + FailureWords.of(e));
    }
    if (lines.isEmpty()) {
      throw EvaluationException.wrongInput("the sweep '" + file + "' is empty; it needs a header");
    }
    var sweep = new SweepFile(file, fields(lines.get(0)));
    sweep.checkHeader();
    List<SweepRow> rows = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        rows.add(sweep.row(i + 1, fields(lines.get(i))));
      }
    }
    if (rows.isEmpty()) {
      throw EvaluationException.wrongInput("the sweep '" + file + "' has no rows");
    }
    return rows;
  }

  private void checkHeader() throws EvaluationException {
    List<String> needed =
        new ArrayList<>(
            List.of(
                SweepColumn.APPLICATION,
                SweepColumn.KERNEL,
                SweepColumn.PHASE,
                SweepColumn.SECONDS));
    SweepColumn.COUNTERS.forEach(counter -> needed.add(counter.column()));
    for (String column : needed) {
      if (!header.contains(column)) {
        throw EvaluationException.wrongInput(
            "the sweep '%s' has no column '%s'; the nearest that it has is '%s'"
                .formatted(file, column, Spelling.nearest(column, header)));
      }
    }
    if (SweepColumn.KNOBS.stream().noneMatch(knob -> header.contains(knob.column()))) {
      throw EvaluationException.wrongInput(
          "the sweep '%s' has no column of a tunable; known are %s"
              .formatted(file, SweepColumn.KNOBS.stream().map(SweepColumn.Knob::column).toList()));
    }
  }

  private SweepRow row(int number, List<String> fields) throws EvaluationException {
    if (fields.size() != header.size()) {
      throw wrong(number, "has " + fields.size() + " values, the header " + header.size());
    }
    List<Setting> settings = new ArrayList<>();
    for (SweepColumn.Knob knob : SweepColumn.KNOBS) {
      if (header.contains(knob.column())) {
        settings.add(knob.setting((long) number(number, fields, knob.column())));
      }
    }
    List<CounterValue> counters = new ArrayList<>();
    for (SweepColumn.Counter counter : SweepColumn.COUNTERS) {
      counters.add(counter.value(number(number, fields, counter.column())));
    }
    try {
      return new SweepRow(
          field(fields, SweepColumn.APPLICATION),
          field(fields, SweepColumn.KERNEL),
          (int) number(number, fields, SweepColumn.PHASE),
          new Configuration(settings),
          number(number, fields, SweepColumn.SECONDS),
          counters);
    } catch (IllegalArgumentException e) {
      throw wrong(number, String.valueOf(e.getMessage()));
    }
  }

  private double number(int line, List<String> fields, String column) throws EvaluationException {
    String text = field(fields, column);
    try {
      double value = Double.parseDouble(text.strip());
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, with its place.
    }
    throw wrong(line, column + " must be a number, was '" + text + "'");
  }

  private String field(List<String> fields, String column) {
    return fields.get(header.indexOf(column));
  }

  private EvaluationException wrong(int line, String what) {
    return EvaluationException.wrongInput("the sweep '" + file + "', line " + line + ": " + what);
  }

  /** The values of a line, quoted as RFC 4180 says where they need it. */
  public static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    var field = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        field.append(c);
        i++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == ',' && !isQuoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
