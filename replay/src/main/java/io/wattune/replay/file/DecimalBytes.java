package io.wattune.replay.file;

import java.nio.charset.StandardCharsets;

/** Numbers out of bytes, without a string for the usual ones. */
final class DecimalBytes {
  /** The field is not a whole number of microseconds that epoch nanoseconds can hold. */
  static final long BAD_MICROS = Long.MIN_VALUE;

  private static final long MAX_MICROS = Long.MAX_VALUE / 1000;

  /** Below 2^53, so that mantissa and power of ten are exact and their quotient rounds once. */
  private static final int EXACT_DIGITS = 15;

  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private DecimalBytes() {}

  /** Epoch microseconds as nanoseconds, or {@link #BAD_MICROS}. */
  static long microsAsNanos(byte[] bytes, int start, int end) {
    long micros = 0;
    for (int i = start; i < end; i++) {
      byte b = bytes[i];
      if (b < '0' || b > '9' || micros > MAX_MICROS / 10) {
        return BAD_MICROS;
      }
      micros = 10 * micros + (b - '0');
    }
    return start == end || micros > MAX_MICROS ? BAD_MICROS : 1000 * micros;
  }

  /** A finite number, or NaN where the field is none. */
  static double number(byte[] bytes, int start, int end) {
    boolean negative = start < end && bytes[start] == '-';
    long mantissa = 0;
    int digits = 0;
    int decimals = -1;
    for (int i = negative ? start + 1 : start; i < end; i++) {
      byte b = bytes[i];
      if (b >= '0' && b <= '9' && digits < EXACT_DIGITS) {
        mantissa = 10 * mantissa + (b - '0');
        digits++;
        decimals += decimals >= 0 ? 1 : 0;
      } else if (b == '.' && decimals < 0) {
        decimals = 0;
      } else {
        return unusual(bytes, start, end);
      }
    }
    if (digits == 0) {
      return Double.NaN;
    }
    double magnitude = mantissa / POWERS_OF_TEN[Math.max(0, decimals)];
    return negative ? -magnitude : magnitude;
  }

  /** Exponents and very long numbers. */
  private static double unusual(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if ("0123456789+-.eE".indexOf(bytes[i]) < 0) {
        return Double.NaN;
      }
    }
    try {
      double value =
          Double.parseDouble(new String(bytes, start, end - start, StandardCharsets.US_ASCII));
      return Double.isFinite(value) ? value : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
