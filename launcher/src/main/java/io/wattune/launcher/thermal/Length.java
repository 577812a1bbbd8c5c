package io.wattune.launcher.thermal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length with its unit, written {@code 50um}, {@code 0.2mm} or {@code 0.01m}. */
record Length(double metres) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(um|mm|m)");

  /** Reads it. */
  static final class Converter implements ITypeConverter<Length> {
    @Override
    public Length convert(String value) {
      Matcher parts = FORM.matcher(value);
      if (parts.matches()) {
        double unit =
            switch (parts.group(2)) {
              case "um" -> 1e-6;
              case "mm" -> 1e-3;
              default -> 1.0;
            };
        return new Length(Double.parseDouble(parts.group(1)) * unit);
      }
      throw new TypeConversionException(
          "'" + value + "' is no length; give a number and its unit, such as 50um or 0.2mm");
    }
  }
}
