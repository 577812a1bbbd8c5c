package io.wattune.replay.file;

import io.wattune.core.reading.PollBlock;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Power as nvidia-smi prints it: {@code 77.82}, {@code 77.82 W}, or one of its ways to say that it
 * has none ({@code [N/A]}, {@code [Unknown Error]} and whatever else stands in brackets, {@code
 * N/A}, nothing). Parsed to milliwatts, rounded half up; exact for the two decimals that are
 * printed.
 */
final class PowerField {
  static final int NOT_A_NUMBER = -1;
  static final int NEGATIVE = -2;
  static final int TOO_LARGE = -3;
  static final int WRONG_UNIT = -4;

  private static final Set<String> NO_READING_WORDS =
      Set.of("n/a", "unknown error", "not supported", "gpu requires reset", "err!");

  private PowerField() {}

  /**
   * Returns milliwatts, not negative, or {@link PollBlock#MISSING}, or one of the constants of this
   * class where the field is malformed.
   */
  static int milliwatts(byte[] bytes, int start, int end) {
    if (start == end) {
      return PollBlock.MISSING;
    }
    byte first = bytes[start];
    if (isDigit(first)) {
      return number(bytes, start, end);
    }
    if (first == '[') {
      return bytes[end - 1] == ']' ? PollBlock.MISSING : NOT_A_NUMBER;
    }
    if (first == '-' && end - start > 1 && isDigit(bytes[start + 1])) {
      int magnitude = number(bytes, start + 1, end);
      return magnitude >= 0 || magnitude == TOO_LARGE ? NEGATIVE : magnitude;
    }
    String word =
        new String(bytes, start, end - start, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    return NO_READING_WORDS.contains(word) ? PollBlock.MISSING : NOT_A_NUMBER;
  }

  private static int number(byte[] bytes, int start, int end) {
    long milliwatts = 0;
    int i = start;
    for (; i < end && isDigit(bytes[i]); i++) {
      // Stays far below overflow, and above the limit once it is there.
      milliwatts = Math.min(10 * milliwatts + (bytes[i] - '0'), Integer.MAX_VALUE);
    }
    milliwatts *= 1000;
    if (i < end && bytes[i] == '.') {
      i++;
      int firstDecimal = i;
      for (int weight = 100; i < end && isDigit(bytes[i]); i++, weight /= 10) {
        milliwatts += (long) weight * (bytes[i] - '0');
        if (i - firstDecimal == 3 && bytes[i] >= '5') {
          milliwatts++;
        }
      }
      if (i == firstDecimal) {
        return NOT_A_NUMBER;
      }
    }
    int unit = unit(bytes, i, end);
    if (unit != 0) {
      return unit;
    }
    return milliwatts > Integer.MAX_VALUE ? TOO_LARGE : (int) milliwatts;
  }

  private static int unit(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && bytes[i] == ' ') {
      i++;
    }
    if (i == end || (i == end - 1 && bytes[i] == 'W')) {
      return 0;
    }
    for (int k = i; k < end; k++) {
      if (!Character.isLetter(bytes[k])) {
        return NOT_A_NUMBER;
      }
    }
    return WRONG_UNIT;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
