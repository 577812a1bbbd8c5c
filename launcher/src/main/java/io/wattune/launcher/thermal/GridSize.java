package io.wattune.launcher.thermal;

import io.wattune.core.thermal.model.GridModel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Rows and columns, written {@code 64x64}. */
record GridSize(int rows, int columns) {

  /** Reads it. */
  static final class Converter implements ITypeConverter<GridSize> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})[xX](\\d{1,4})");

    @Override
    public GridSize convert(String value) {
      Matcher parts = FORM.matcher(value);
      if (parts.matches()) {
        int rows = Integer.parseInt(parts.group(1));
        int columns = Integer.parseInt(parts.group(2));
        if (rows > 0 && columns > 0 && (long) rows * columns <= GridModel.MOST_CELLS) {
          return new GridSize(rows, columns);
        }
      }
      throw new TypeConversionException(
          "'%s' is no grid; give rows and columns such as 64x64, at most %s cells"
              .formatted(value, GridModel.MOST_CELLS));
    }
  }
}
