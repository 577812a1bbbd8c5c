package io.wattune.evaluation.thermal;

import io.wattune.core.thermal.image.ThermalImage;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A thermal image as text: a row of pixels a line, kelvin, with commas or blanks between them. */
public final class ImageFile {
  private static final long MOST_BYTES = 64L << 20;

  private ImageFile() {}

  /** Reads an image, as kelvin above the coolant. */
  public static ThermalImage read(Path file, double pixelMetres, double coolantKelvin)
      throws EngineException {
    List<String> lines;
    try {
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        throw EngineException.wrongInput(
            "'" + file + "' has " + bytes + " bytes; an image may have " + MOST_BYTES);
      }
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw EngineException.wrongInput("'" + file + "' cannot be read: " + FailureWords.of(e));
    }
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.charAt(0) == '#') {
        continue;
      }
      String[] cells = line.split("[,;\\s]+", -1);
      if (!rows.isEmpty() && cells.length != rows.get(0).length) {
        throw bad(
            file, i, "has " + cells.length + " pixels, the first row has " + rows.get(0).length);
      }
      double[] row = new double[cells.length];
      for (int j = 0; j < row.length; j++) {
        row[j] = kelvin(file, i, cells[j]) - coolantKelvin;
      }
      rows.add(row);
    }
    int columns = rows.isEmpty() ? 0 : rows.get(0).length;
    double[] values = new double[rows.size() * columns];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, values, i * columns, columns);
    }
    try {
      return new ThermalImage(rows.size(), columns, pixelMetres, values);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("'" + file + "': " + e.getMessage());
    }
  }

  private static double kelvin(Path file, int line, String cell) throws EngineException {
    try {
      double value = Double.parseDouble(cell);
      if (value > 0 && value < 2000) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw bad(file, line, "must have kelvin from 0 to 2000, has '" + cell + "'");
  }

  private static EngineException bad(Path file, int line, String what) {
    return EngineException.wrongInput("'" + file + "': line " + (line + 1) + ": " + what);
  }
}
