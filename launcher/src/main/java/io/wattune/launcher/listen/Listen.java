package io.wattune.launcher.listen;

import io.wattune.http.ListenAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a part listens.
 *
 * @param address null where it does not
 */
public record Listen(@Nullable ListenAddress address) {
  private static final String OFF = "off";

  /** {@code off}, or as {@link ListenAddress} reads it. */
  public static Listen parse(String text) {
    return new Listen(text.equals(OFF) ? null : ListenAddress.parse(text));
  }

  @Override
  public String toString() {
    return address == null ? OFF : address.toString();
  }

  /** For picocli. */
  public static final class Converter implements ITypeConverter<Listen> {
    @Override
    public Listen convert(String value) {
      try {
        return parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage() + ", or off");
      }
    }
  }
}
