package io.wattune.control.serving;

import static java.util.function.Predicate.not;

import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Measurements of a model on its server, as comma-separated text with a header; columns in any
 * order, others left alone. A row without seconds and busyWatts is of the GPU between requests. A
 * column batch, which may be missing, says how many requests were served at once; a column share
 * says with which share of its device the server was started, and a percentage is its units where
 * there are none. Empty lines and those that begin with # are passed over.
 */
public final class MeasuredTable {
  private static final List<String> COLUMNS =
      List.of("megaHertz", "units", "seconds", "busyWatts", "waitingWatts");
  private static final String BATCH = "batch";
  private static final String UNITS = "units";
  private static final String SHARE = "share";
  private static final long MOST_BYTES = 16_000_000;

  private final Path file;
  private final Measurements rows = new Measurements();
  private List<String> header = List.of();
  private int line;

  private MeasuredTable(Path file) {
    this.file = file;
  }

  public static Measurements read(Path file) throws ServingProfileException {
    var table = new MeasuredTable(file);
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ServingProfileException("'" + file + "' has more than " + MOST_BYTES + " bytes");
      }
      for (String text : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        table.take(text);
      }
    } catch (IOException e) {
      throw new ServingProfileException("'" + file + "' cannot be read: " + FailureWords.of(e));
    }
    if (table.rows.rows().isEmpty()) {
      throw new ServingProfileException(
          "'" + file + "' has no measurements; it needs a header, " + COLUMNS + ", and rows");
    }
    return table.rows;
  }

  private void take(String text) throws ServingProfileException {
    line++;
    String content = line == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (content.isBlank() || content.startsWith("#")) {
      return;
    }
    List<String> fields = Arrays.stream(content.split(",", -1)).map(String::strip).toList();
    if (header.isEmpty()) {
      header = fields;
      boolean hasUnits = header.contains(UNITS) || header.contains(SHARE);
      if (!hasUnits || !header.containsAll(COLUMNS.stream().filter(not(UNITS::equals)).toList())) {
        throw wrong("the header needs " + COLUMNS + ", was " + header);
      }
      return;
    }
    if (fields.size() != header.size()) {
      throw wrong("has " + fields.size() + " values, the header " + header.size());
    }
    int megaHertz = (int) number(fields, "megaHertz");
    int units = (int) number(fields, header.contains(UNITS) ? UNITS : SHARE);
    double waitingWatts = number(fields, "waitingWatts");
    boolean isAlone = !header.contains(BATCH) || value(fields, BATCH).isEmpty();
    int batch = isAlone ? 1 : (int) number(fields, BATCH);
    if (batch > MeasuredProfile.Batches.MOST) {
      throw wrong("a batch has at most " + MeasuredProfile.Batches.MOST + " requests");
    }
    try {
      if (header.contains(SHARE)) {
        rows.share(units, new DeviceShare(value(fields, SHARE)));
      }
      if (value(fields, "seconds").isEmpty() && value(fields, "busyWatts").isEmpty()) {
        rows.add(megaHertz, units, waitingWatts);
      } else {
        rows.add(
            new MeasuredProfile.Row(
                megaHertz,
                units,
                number(fields, "seconds"),
                number(fields, "busyWatts"),
                waitingWatts),
            batch);
      }
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private String value(List<String> fields, String column) {
    return fields.get(header.indexOf(column));
  }

  private double number(List<String> fields, String column) throws ServingProfileException {
    String text = value(fields, column);
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    boolean isWhole = List.of("megaHertz", UNITS, SHARE, BATCH).contains(column);
    if (!Double.isFinite(value) || (isWhole && (value != Math.rint(value) || value < 1))) {
      throw wrong("'" + text + "' is no value of " + column);
    }
    return value;
  }

  private ServingProfileException wrong(String what) {
    return new ServingProfileException("'" + file + "' line " + line + ": " + what);
  }
}
