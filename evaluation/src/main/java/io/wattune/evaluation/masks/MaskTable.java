package io.wattune.evaluation.masks;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.evaluation.EvaluationException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measured times of a kernel on masks, as comma-separated text: {@code mask,seconds} or {@code
 * placement,units,seconds}, the columns in any order, other columns left alone. Empty lines and
 * those that begin with # are passed over.
 */
final class MaskTable {
  static final int MOST_ROWS = 2_000;
  private static final long MOST_BYTES = 4L << 20;
  private static final String HEADERS =
      "a header, mask,seconds or placement,units,seconds, and a row for each measured time";

  private final Path file;
  private final CuLayout layout;
  private final List<MaskRow> rows = new ArrayList<>();
  private List<String> header = List.of();
  private int line;

  private MaskTable(Path file, CuLayout layout) {
    this.file = file;
    this.layout = layout;
  }

  static List<MaskRow> read(Path file, CuLayout layout) throws EvaluationException {
    List<String> lines;
    try {
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        throw EvaluationException.wrongInput(
            "'" + file + "' has " + bytes + " bytes; a table may have " + MOST_BYTES);
      }
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw EvaluationException.wrongInput("'" + file + "' cannot be read: " + FailureWords.of(e));
    }
    var table = new MaskTable(file, layout);
    for (String text : lines) {
      table.take(text);
    }
    if (table.rows.isEmpty()) {
      throw EvaluationException.wrongInput("'" + file + "' has no times; it needs " + HEADERS);
    }
    return table.rows;
  }

  private void take(String text) throws EvaluationException {
    line++;
    String content = line == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (content.isBlank() || content.startsWith("#")) {
      return;
    }
    List<String> fields = Arrays.stream(content.split(",", -1)).map(String::strip).toList();
    if (header.isEmpty()) {
      header = fields.stream().map(field -> field.toLowerCase(Locale.ROOT)).toList();
      boolean hasMask = header.contains("mask");
      if (!header.contains("seconds")
          || !(hasMask || (header.contains("placement") && header.contains("units")))) {
        throw wrong("it needs " + HEADERS + ", was '" + content + "'");
      }
      return;
    }
    if (fields.size() != header.size()) {
      throw wrong("has " + fields.size() + " values, the header " + header.size());
    }
    if (rows.size() == MOST_ROWS) {
      throw wrong("a table may have " + MOST_ROWS + " times");
    }
    rows.add(new MaskRow(mask(fields), seconds(value(fields, "seconds"))));
  }

  private String value(List<String> fields, String column) {
    return fields.get(header.indexOf(column));
  }

  private CuMask mask(List<String> fields) throws EvaluationException {
    try {
      if (header.contains("mask")) {
        return CuMask.parse(value(fields, "mask"), layout.units());
      }
      return CuMask.of(
          layout, placement(value(fields, "placement")), units(value(fields, "units")));
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
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

  private static int units(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("units must be a whole number, was '" + text + "'", e);
    }
  }

  private double seconds(String text) throws EvaluationException {
    double seconds;
    try {
      seconds = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      seconds = Double.NaN;
    }
    if (!(seconds > 0) || Double.isInfinite(seconds)) {
      throw wrong("seconds must be a number above 0, was '" + text + "'");
    }
    return seconds;
  }

  private EvaluationException wrong(String what) {
    return EvaluationException.wrongInput("'" + file + "', line " + line + ": " + what);
  }
}
