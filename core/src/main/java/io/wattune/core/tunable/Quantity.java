package io.wattune.core.tunable;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A value of a tunable as people write and read it: {@code 250W}, {@code 1.2GHz}, {@code 32}. The
 * sign of a unit may stand after a blank. Capitals count: a {@code MW} is not a {@code mW}.
 *
 * @param value the value, in the unit
 * @param unit null where only a number was written
 */
public record Quantity(long value, @Nullable TunableUnit unit) {
  private static final int LONGEST_TEXT = 40;
  private static final Pattern TEXT =
      Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([A-Za-z%]*)\\s*");

  private record Sign(TunableUnit unit, BigDecimal factor) {}

  private static final Map<String, Sign> SIGNS =
      new TreeMap<>(
          Map.of(
              "W", new Sign(TunableUnit.MILLIWATTS, new BigDecimal("1e3")),
              "mW", new Sign(TunableUnit.MILLIWATTS, BigDecimal.ONE),
              "kW", new Sign(TunableUnit.MILLIWATTS, new BigDecimal("1e6")),
              "MHz", new Sign(TunableUnit.MEGAHERTZ, BigDecimal.ONE),
              "GHz", new Sign(TunableUnit.MEGAHERTZ, new BigDecimal("1e3")),
              "kHz", new Sign(TunableUnit.MEGAHERTZ, new BigDecimal("1e-3")),
              "ppm", new Sign(TunableUnit.PARTS_PER_MILLION, BigDecimal.ONE),
              "%", new Sign(TunableUnit.PARTS_PER_MILLION, new BigDecimal("1e4"))));

  /**
   * Reads a number with or without a unit.
   *
   * @throws IllegalArgumentException where it is none, or lies between two values that a tunable of
   *     this unit can have; with what is wrong
   */
  public static Quantity parse(String text) {
    Matcher parts = TEXT.matcher(text.length() > LONGEST_TEXT ? "" : text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("must be a number with a unit, such as 250W or 1200MHz");
    }
    BigDecimal number = new BigDecimal(parts.group(1));
    String written = parts.group(2);
    if (written.isEmpty()) {
      return new Quantity(whole(number, "must be whole where it has no unit"), null);
    }
    Sign sign = SIGNS.get(written);
    if (sign == null) {
      throw new IllegalArgumentException(
          "has the unknown unit '" + written + "'; known are " + String.join(", ", SIGNS.keySet()));
    }
    return new Quantity(
        whole(number.multiply(sign.factor()), "must be whole in " + ownSign(sign.unit())),
        sign.unit());
  }

  private static long whole(BigDecimal number, String otherwise) {
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(otherwise, e);
    }
  }

  /**
   * The value for a tunable of this unit.
   *
   * @throws IllegalArgumentException where it has another unit, or none although a number alone
   *     would be read in two ways; with how to write it
   */
  public long in(TunableUnit wanted) {
    if (unit == null && !isPlain(wanted)) {
      throw new IllegalArgumentException(
          "needs its unit, as in " + value + "W or " + value + ownSign(wanted));
    }
    if (unit != null && unit != wanted) {
      throw new IllegalArgumentException(
          "is in " + sign(unit) + ", and the tunable " + words(wanted));
    }
    return value;
  }

  /** Whether people see values of this unit as they are, so that a number alone is clear. */
  public static boolean isPlain(TunableUnit unit) {
    return unit != TunableUnit.MILLIWATTS;
  }

  /** A value with the unit that people read it in: power in watts, whatever it is kept in. */
  public static String text(long value, TunableUnit unit) {
    return switch (unit) {
      case MILLIWATTS -> BigDecimal.valueOf(value, 3).stripTrailingZeros().toPlainString() + " W";
      case MEGAHERTZ -> value + " MHz";
      case PARTS_PER_MILLION -> value + " ppm";
      case COUNT -> Long.toString(value);
    };
  }

  /** The settings of a configuration, as in {@code core.clock 1200 MHz, power.limit 250 W}. */
  public static String text(Configuration configuration) {
    return configuration.settings().stream()
        .map(each -> each.tunable() + " " + text(each.value(), each.unit()))
        .collect(Collectors.joining(", "));
  }

  /** As it would be written; a number alone where it has no unit. */
  @Override
  public String toString() {
    return unit == null ? Long.toString(value) : text(value, unit);
  }

  private static String words(TunableUnit unit) {
    return unit == TunableUnit.COUNT ? "is a number without a unit" : "is in " + sign(unit);
  }

  /** As {@link #text} shows it. */
  private static String sign(TunableUnit unit) {
    return unit == TunableUnit.MILLIWATTS ? "W" : ownSign(unit);
  }

  private static String ownSign(TunableUnit unit) {
    return switch (unit) {
      case MILLIWATTS -> "mW";
      case MEGAHERTZ -> "MHz";
      case PARTS_PER_MILLION -> "ppm";
      case COUNT -> "";
    };
  }
}
