package io.wattune.replay.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of one line, split at commas, without spaces around them. No field is quoted: the
 * sources read this way never quote.
 */
final class Fields {
  private byte[] bytes = new byte[0];
  private int[] starts = new int[32];
  private int[] ends = new int[32];
  private int count;

  void split(byte[] source, int start, int end) {
    bytes = source;
    count = 0;
    int from = start;
    for (int i = start; i < end; i++) {
      if (source[i] == ',') {
        add(from, i);
        from = i + 1;
      }
    }
    add(from, end);
  }

  private void add(int from, int to) {
    int start = from;
    int end = to;
    while (start < end && isSpace(bytes[start])) {
      start++;
    }
    while (end > start && isSpace(bytes[end - 1])) {
      end--;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    starts[count] = start;
    ends[count++] = end;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  int count() {
    return count;
  }

  byte[] bytes() {
    return bytes;
  }

  int start(int field) {
    return starts[field];
  }

  int end(int field) {
    return ends[field];
  }

  String text(int field) {
    return new String(bytes, starts[field], ends[field] - starts[field], StandardCharsets.UTF_8);
  }

  /** A field for a message: short, and without control characters. */
  String shown(int field) {
    return QuotedText.of(text(field));
  }
}
