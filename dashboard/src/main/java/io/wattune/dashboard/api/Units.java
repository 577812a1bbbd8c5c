package io.wattune.dashboard.api;

import io.wattune.core.counter.CounterUnit;
import io.wattune.core.tunable.TunableUnit;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Values as the JSON has them: milliseconds, rounded watts, and null for what there is not. */
public final class Units {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final double PER_UNIT = 1e3;
  private static final double PER_JOULE = 1e6;

  private Units() {}

  /** Epoch nanoseconds as milliseconds: a whole number where it is one, else to a microsecond. */
  public static Number ms(long nanos) {
    if (nanos % NANOS_PER_MILLI == 0) {
      return nanos / NANOS_PER_MILLI;
    }
    return Math.round(nanos / 1e3) / PER_UNIT;
  }

  /** The same; null for the two ends of a long, which stand for never and for ever. */
  public static @Nullable Number msOrNull(long nanos) {
    return nanos == Long.MIN_VALUE || nanos == Long.MAX_VALUE ? null : ms(nanos);
  }

  /** Watts to a milliwatt; null for NaN. */
  public static @Nullable Double watts(double watts) {
    return Double.isFinite(watts) ? (Double) (Math.round(watts * PER_UNIT) / PER_UNIT) : null;
  }

  /** Joules to a microjoule; null for NaN. */
  public static @Nullable Double joules(double joules) {
    return Double.isFinite(joules) ? (Double) (Math.round(joules * PER_JOULE) / PER_JOULE) : null;
  }

  /** Microjoules as joules. */
  public static @Nullable Double microjoules(@Nullable Long microjoules) {
    return microjoules == null ? null : (Double) (microjoules / PER_JOULE);
  }

  /** A finite number; null for any other. */
  public static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }

  /** A number that may be absent. */
  public static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  /** The name of a quality, or of one of some other kinds. */
  public static String of(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** The sign of a tunable's unit. */
  public static String of(TunableUnit unit) {
    return switch (unit) {
      case MILLIWATTS -> "mW";
      case MEGAHERTZ -> "MHz";
      case COUNT -> "";
      case PARTS_PER_MILLION -> "ppm";
    };
  }

  /** The sign of a counter's unit. */
  public static String of(CounterUnit unit) {
    return switch (unit) {
      case COUNT, FRACTION -> "";
      case BYTES -> "B";
      case SECONDS -> "s";
      case HERTZ -> "Hz";
      case JOULES -> "J";
      case WATTS -> "W";
      case CELSIUS -> "°C";
      case WORK -> "work";
    };
  }
}
