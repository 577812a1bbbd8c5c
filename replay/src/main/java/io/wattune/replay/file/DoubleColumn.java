package io.wattune.replay.file;

import java.util.Arrays;

/** A growing column. */
final class DoubleColumn {
  private double[] values = new double[1024];
  private int size;

  void add(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  double[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
