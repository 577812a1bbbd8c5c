package io.wattune.schemas.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Layout version 1 of packed columns: int32 or int64, little-endian, one after the other, without
 * header. Times are int32 microseconds from a base, so that a block spans 2147 s at most each way.
 *
 * <p>The callers check lengths and bounds of what came off the wire; here a broken rule is a
 * mistake in the program.
 */
public final class PackedColumns {

  /** The version that this class writes, and the only one that it reads. */
  public static final int VERSION = 1;

  /** Bytes of an int32. */
  public static final int INT_BYTES = Integer.BYTES;

  /** Bytes of an int64. */
  public static final int LONG_BYTES = Long.BYTES;

  /** Times are counted in microseconds. */
  public static final long NANOS_PER_STEP = 1_000;

  /** A base time may lie anywhere that leaves room for the widest offset. */
  private static final long WIDEST_NANOS = (1L << 31) * NANOS_PER_STEP;

  private PackedColumns() {}

  /** Packs int32 values. */
  public static ByteBuffer packInts(int[] values) {
    ByteBuffer packed = allocate(values.length, INT_BYTES);
    packed.asIntBuffer().put(values);
    return packed;
  }

  /** Packs int64 values. */
  public static ByteBuffer packLongs(long[] values) {
    ByteBuffer packed = allocate(values.length, LONG_BYTES);
    packed.asLongBuffer().put(values);
    return packed;
  }

  /**
   * Packs times.
   *
   * @param timesNanos epoch nanoseconds, each a whole number of microseconds from the base
   * @param baseTimeNanos what they are counted from
   */
  public static ByteBuffer packTimes(long[] timesNanos, long baseTimeNanos) {
    ByteBuffer packed = allocate(timesNanos.length, INT_BYTES);
    for (int i = 0; i < timesNanos.length; i++) {
      long offsetNanos = Math.subtractExact(timesNanos[i], baseTimeNanos);
      long steps = offsetNanos / NANOS_PER_STEP;
      if (steps * NANOS_PER_STEP != offsetNanos || steps != (int) steps) {
        throw new IllegalArgumentException(
            ("time %s of a block must be a whole number of microseconds, and less than "
                    + "2147 s, from the block's base time %s ns, was %s ns from it; round times "
                    + "when they are taken, and close blocks sooner")
                .formatted(i, baseTimeNanos, offsetNanos));
      }
      packed.putInt(i * INT_BYTES, (int) steps);
    }
    return packed;
  }

  /** Unpacks all int32 values that remain in the buffer, which is left as it was. */
  public static int[] unpackInts(ByteBuffer packed) {
    int[] values = new int[count(packed, INT_BYTES)];
    packed.duplicate().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(values);
    return values;
  }

  /** Unpacks all int64 values that remain in the buffer, which is left as it was. */
  public static long[] unpackLongs(ByteBuffer packed) {
    long[] values = new long[count(packed, LONG_BYTES)];
    packed.duplicate().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(values);
    return values;
  }

  /** Unpacks all times that remain in the buffer, as epoch nanoseconds. */
  public static long[] unpackTimes(ByteBuffer packed, long baseTimeNanos) {
    if (!fitsBase(baseTimeNanos)) {
      throw new IllegalArgumentException(
          "base time " + baseTimeNanos + " ns leaves no room for times after or before it");
    }
    int[] steps = unpackInts(packed);
    long[] timesNanos = new long[steps.length];
    for (int i = 0; i < steps.length; i++) {
      timesNanos[i] = baseTimeNanos + steps[i] * NANOS_PER_STEP;
    }
    return timesNanos;
  }

  /** Whether every time that a block can hold fits in a long, counted from this base. */
  public static boolean fitsBase(long baseTimeNanos) {
    return baseTimeNanos >= Long.MIN_VALUE + WIDEST_NANOS
        && baseTimeNanos <= Long.MAX_VALUE - WIDEST_NANOS;
  }

  private static int count(ByteBuffer packed, int width) {
    int bytes = packed.remaining();
    if (bytes % width != 0) {
      throw new IllegalArgumentException(
          "a column of " + width + "-byte values cannot have " + bytes + " bytes");
    }
    return bytes / width;
  }

  private static ByteBuffer allocate(int values, int width) {
    return ByteBuffer.allocate(Math.multiplyExact(values, width)).order(ByteOrder.LITTLE_ENDIAN);
  }
}
