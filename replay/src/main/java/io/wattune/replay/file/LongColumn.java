package io.wattune.replay.file;

import java.util.Arrays;

/** A growing column. */
final class LongColumn {
  private long[] values = new long[1024];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  /** The last value; there must be one. */
  long last() {
    return values[size - 1];
  }

  long[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
