package io.wattune.control.serving;

import io.wattune.core.rightsize.KernelSweep;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.table.CsvTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Times of kernels on numbers of compute units, as comma-separated text with a header; columns in
 * any order, others left alone. A column error, which may be missing or empty, is the standard
 * error of the seconds. Empty lines and those that begin with # are passed over. All that is wrong
 * is said at once, by line, column and value: unlike a table that is read until the first, since a
 * sweep of hundreds of kernels is made again to be put right.
 */
public final class SweptKernels {
  private static final List<String> COLUMNS =
      List.of("kernel", "kernel_size", "input_size", "units", "seconds");
  private static final String ERROR = "error";
  private static final long MOST_BYTES = 64_000_000;
  private static final int MOST_UNITS = 4_096;
  private static final int MOST_REPORTED = 20;

  private final KernelSweep sweep = new KernelSweep();
  private final List<String> wrong = new ArrayList<>();
  private List<String> header = List.of();

  private SweptKernels() {}

  /** Reads a file; each kernel in it was measured on the whole device. */
  public static KernelSweep read(Path file) throws EngineException {
    var swept = new SweptKernels();
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw EngineException.wrongInput("'" + file + "' has more than " + MOST_BYTES + " bytes");
      }
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      for (int i = 0; i < lines.size(); i++) {
        swept.take(i + 1, lines.get(i));
      }
    } catch (IOException e) {
      throw EngineException.wrongInput("'" + file + "' cannot be read: " + FailureWords.of(e));
    }
    if (swept.sweep.measurements() == 0 && swept.wrong.isEmpty()) {
      swept.wrong.add("it has no measurements; it needs a header, " + COLUMNS + ", and rows");
    }
    if (swept.wrong.isEmpty()) {
      swept.wrong.addAll(swept.sweep.withoutWhole());
    }
    if (!swept.wrong.isEmpty()) {
      throw EngineException.wrongInput("'" + file + "': " + swept.problems());
    }
    return swept.sweep;
  }

  private String problems() {
    int more = wrong.size() - MOST_REPORTED;
    return String.join("; ", wrong.subList(0, Math.min(MOST_REPORTED, wrong.size())))
        + (more > 0 ? "; and " + more + " more" : "");
  }

  private void take(int line, String text) {
    String content = line == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (content.isBlank() || content.startsWith("#")) {
      return;
    }
    List<String> fields = CsvTable.cells(content);
    if (header.isEmpty()) {
      header = fields;
      if (!header.containsAll(COLUMNS)) {
        wrong.add("line " + line + ": the header needs " + COLUMNS + ", was " + header);
      }
      return;
    }
    if (!header.containsAll(COLUMNS)) {
      return; // Said already.
    }
    if (fields.size() != header.size()) {
      wrong.add(
          "line %d: it has %d values, the header %d; a name with a comma needs double quotes"
              .formatted(line, fields.size(), header.size()));
      return;
    }
    int before = wrong.size();
    String kernel = value(fields, "kernel");
    if (kernel.isEmpty() || kernel.length() > RecordLimits.MOST_TEXT) {
      wrong(line, "kernel", kernel, "a name of 1 to " + RecordLimits.MOST_TEXT + " characters");
    }
    long kernelSize = whole(line, fields, "kernel_size", Long.MAX_VALUE);
    long inputSize = whole(line, fields, "input_size", Long.MAX_VALUE);
    int units = (int) whole(line, fields, "units", MOST_UNITS);
    double seconds = seconds(line, fields, "seconds");
    boolean hasError = header.contains(ERROR) && !value(fields, ERROR).isEmpty();
    OptionalDouble error =
        hasError ? OptionalDouble.of(seconds(line, fields, ERROR)) : OptionalDouble.empty();
    if (wrong.size() > before) {
      return;
    }
    try {
      sweep.add(kernel, kernelSize, inputSize, units, seconds, error);
    } catch (IllegalArgumentException e) {
      wrong.add("line " + line + ": " + e.getMessage());
    }
  }

  private String value(List<String> fields, String column) {
    return fields.get(header.indexOf(column));
  }

  private long whole(int line, List<String> fields, String column, long most) {
    String text = value(fields, column);
    try {
      long value = Long.parseLong(text);
      if (value >= 1 && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, as what is out of range.
    }
    wrong(
        line,
        column,
        text,
        most == Long.MAX_VALUE ? "a whole number from 1 on" : "a whole number from 1 to " + most);
    return 1;
  }

  private double seconds(int line, List<String> fields, String column) {
    String text = value(fields, column);
    double value = Double.NaN;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      // Said below, as what is out of range.
    }
    boolean isError = column.equals(ERROR);
    if (!Double.isFinite(value) || value < 0 || (!isError && value == 0)) {
      wrong(line, column, text, isError ? "seconds from 0 on" : "seconds above 0, of one launch");
      return 1;
    }
    return value;
  }

  private void wrong(int line, String column, String value, String wanted) {
    wrong.add("line %d, column %s: '%s'; write %s".formatted(line, column, value, wanted));
  }
}
