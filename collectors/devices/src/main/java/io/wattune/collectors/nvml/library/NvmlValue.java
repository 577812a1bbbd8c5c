package io.wattune.collectors.nvml.library;

import java.nio.ByteBuffer;

/** NVML's union of number types, of which a type number says which one counts. */
final class NvmlValue {
  private static final int DOUBLE = 0;
  private static final int UNSIGNED_INT = 1;
  private static final int SIGNED_INT = 5;
  private static final int UNSIGNED_SHORT = 6;

  private NvmlValue() {}

  /** The value as a whole number; a double is rounded. */
  static long whole(ByteBuffer memory, int at, int type) {
    return switch (type) {
      case DOUBLE -> Math.round(memory.getDouble(at));
      case UNSIGNED_INT -> Integer.toUnsignedLong(memory.getInt(at));
      case SIGNED_INT -> memory.getInt(at);
      case UNSIGNED_SHORT -> Short.toUnsignedInt(memory.getShort(at));
      default -> memory.getLong(at); // unsigned long, unsigned long long, long long: 64 bits here
    };
  }
}
