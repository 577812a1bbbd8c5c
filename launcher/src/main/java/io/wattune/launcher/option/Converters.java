package io.wattune.launcher.option;

import io.wattune.kafka.HostPort;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads option values; a refusal says what would be right. */
public final class Converters {
  private Converters() {}

  /** {@code max}, or a factor of real time. */
  public static final class Speed implements ITypeConverter<OptionalDouble> {
    @Override
    public OptionalDouble convert(String value) {
      if (value.equals("max")) {
        return OptionalDouble.empty();
      }
      try {
        double factor = Double.parseDouble(value);
        if (factor > 0 && factor <= 1e9) {
          return OptionalDouble.of(factor);
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw new TypeConversionException(
          "'" + value + "' is no speed; give max, or a factor of real time such as 1 or 60");
    }
  }

  /**
   * {@code 90s}, {@code 10m}, {@code 2h}, {@code 1d}, {@code 500ms}, or ISO 8601 ({@code PT10M}).
   */
  public static final class Span implements ITypeConverter<Duration> {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    @Override
    public Duration convert(String value) {
      Matcher parts = SHORT.matcher(value);
      if (parts.matches()) {
        long amount = Long.parseLong(parts.group(1));
        return positive(
            value,
            switch (parts.group(2)) {
              case "ms" -> Duration.ofMillis(amount);
              case "s" -> Duration.ofSeconds(amount);
              case "m" -> Duration.ofMinutes(amount);
              case "h" -> Duration.ofHours(amount);
              default -> Duration.ofDays(amount);
            });
      }
      try {
        return positive(value, Duration.parse(value.toUpperCase(Locale.ROOT)));
      } catch (DateTimeParseException e) {
        throw refused(value);
      }
    }

    private static Duration positive(String value, Duration duration) {
      if (duration.isNegative() || duration.isZero()) {
        throw refused(value);
      }
      return duration;
    }

    private static TypeConversionException refused(String value) {
      return new TypeConversionException(
          "'" + value + "' is no duration above zero; write it like 90s, 10m, 2h or 1d");
    }
  }

  /** A zone such as {@code UTC}, {@code +02:00} or {@code Europe/Berlin}. */
  public static final class ZoneName implements ITypeConverter<ZoneId> {
    @Override
    public ZoneId convert(String value) {
      try {
        return ZoneId.of(value);
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + value + "' is no time zone; write it like UTC, +02:00 or Europe/Berlin");
      }
    }
  }

  /** {@code HOST:PORT}, several with commas between; the text stays as it is. */
  public static final class ServerList implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
      try {
        for (String server : value.split(",", -1)) {
          HostPort.parse(server);
        }
        return value;
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  /** {@code HOST:PORT}. */
  public static final class Address implements ITypeConverter<HostPort> {
    @Override
    public HostPort convert(String value) {
      try {
        return HostPort.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
