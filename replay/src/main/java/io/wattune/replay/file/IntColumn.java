package io.wattune.replay.file;

import java.util.Arrays;

/** A growing column. */
final class IntColumn {
  private int[] values = new int[1024];
  private int size;

  /** Adds the same value many times. */
  void fill(int value, int count) {
    for (int i = 0; i < count; i++) {
      add(value);
    }
  }

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  int[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
