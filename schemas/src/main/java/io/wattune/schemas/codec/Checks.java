package io.wattune.schemas.codec;

import io.wattune.core.power.ClockLife;
import io.wattune.schemas.layout.PackedColumns;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Checks of decoded values that several records share. */
final class Checks {

  private Checks() {}

  static void layout(String record, int layout) throws UndecodableException {
    if (layout != PackedColumns.VERSION) {
      throw new UndecodableException(
          UndecodableException.UNKNOWN_LAYOUT,
          "a " + record + " has the packed layout " + layout + "; this reader knows layout 1 only");
    }
  }

  /** How often a clock was set back; of a record that does not say it, by its revision. */
  static int clockSetBacks(@Nullable Integer said, int revision) throws UndecodableException {
    int setBacks = said == null ? ClockLife.of(revision) : said;
    that(setBacks >= 0, "clockSetBacks must not be negative", setBacks);
    return setBacks;
  }

  static void length(String column, ByteBuffer packed, int count, int width)
      throws UndecodableException {
    if (count < 0 || packed.remaining() != (long) count * width) {
      throw new UndecodableException(
          UndecodableException.COLUMN_LENGTH,
          "column '%s' has %s bytes, which is not %s values of %s bytes"
              .formatted(column, packed.remaining(), count, width));
    }
  }

  static long[] times(ByteBuffer packed, int count, long baseTimeNanos)
      throws UndecodableException {
    timesFit(packed, count, baseTimeNanos);
    return PackedColumns.unpackTimes(packed, baseTimeNanos);
  }

  static void timesFit(ByteBuffer packed, int count, long baseTimeNanos)
      throws UndecodableException {
    length("times", packed, count, PackedColumns.INT_BYTES);
    if (!PackedColumns.fitsBase(baseTimeNanos)) {
      throw new UndecodableException(
          UndecodableException.TIME_OUT_OF_RANGE,
          "base time " + baseTimeNanos + " ns is too near the end of what a long can count");
    }
  }

  static int[] ints(String column, ByteBuffer packed, int count) throws UndecodableException {
    length(column, packed, count, PackedColumns.INT_BYTES);
    return PackedColumns.unpackInts(packed);
  }

  /** The constant of another enumeration with the same name. */
  static <E extends Enum<E>> E sameName(Class<E> target, Enum<?> symbol)
      throws UndecodableException {
    for (E constant : target.getEnumConstants()) {
      if (constant.name().equals(symbol.name())) {
        return constant;
      }
    }
    throw new UndecodableException(
        UndecodableException.UNKNOWN_SYMBOL,
        "this reader does not know the %s %s; known are %s"
            .formatted(target.getSimpleName(), symbol, Arrays.toString(target.getEnumConstants())));
  }

  static void that(boolean holds, String rule, @Nullable Object value) throws UndecodableException {
    if (!holds) {
      throw new UndecodableException(
          UndecodableException.VALUE_OUT_OF_RANGE, rule + ", was " + value);
    }
  }

  static UndecodableException outOfRange(IllegalArgumentException e) {
    return new UndecodableException(
        UndecodableException.VALUE_OUT_OF_RANGE, String.valueOf(e.getMessage()), e);
  }

  /** A value as a nullable field has it. */
  static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? Long.valueOf(value.getAsLong()) : null;
  }

  static @Nullable Double orNull(OptionalDouble value) {
    return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
  }

  static OptionalLong optional(@Nullable Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  static OptionalDouble optional(@Nullable Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** The bytes that remain in the buffer, which is left as it was. */
  static byte[] bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return copy;
  }
}
