package io.wattune.collectors.nvml;

import java.util.Arrays;

/**
 * What one question was answered, poll by poll: times are nanoseconds since the start, powers
 * milliwatts, energies millijoules.
 */
final class PolledSeries {
  private final String name;
  private long[] nanos = new long[1024];
  private long[] values = new long[1024];
  private int size;
  private int failures;

  PolledSeries(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void add(long atNanos, long value) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    nanos[size] = atNanos;
    values[size++] = value;
  }

  /** A poll that was not answered: it leaves a gap. */
  void fail() {
    failures++;
  }

  int failures() {
    return failures;
  }

  int size() {
    return size;
  }

  long nanos(int i) {
    return nanos[i];
  }

  long value(int i) {
    return values[i];
  }

  long first() {
    return values[0];
  }

  long last() {
    return values[size - 1];
  }

  /** Integral by trapezoids, in thousandths: millijoules of milliwatts. */
  double integral() {
    double sum = 0;
    for (int i = 1; i < size; i++) {
      sum += (nanos[i] - nanos[i - 1]) * 1e-9 * (values[i - 1] + values[i]) / 2;
    }
    return sum;
  }

  /** Greatest change from one poll to the next. */
  long greatestChange() {
    long greatest = 0;
    for (int i = 1; i < size; i++) {
      greatest = Math.max(greatest, Math.abs(values[i] - values[i - 1]));
    }
    return greatest;
  }

  /** Times between two changes, ascending, in seconds. */
  double[] betweenChanges() {
    double[] between = new double[size];
    int count = 0;
    int changed = -1;
    for (int i = 1; i < size; i++) {
      if (values[i] != values[i - 1]) {
        if (changed >= 0) {
          between[count++] = (nanos[i] - nanos[changed]) * 1e-9;
        }
        changed = i;
      }
    }
    double[] sorted = Arrays.copyOf(between, count);
    Arrays.sort(sorted);
    return sorted;
  }

  /** The first poll at or after a time; the size where there is none. */
  int at(long sinceNanos) {
    int place = Arrays.binarySearch(nanos, 0, size, sinceNanos);
    return place >= 0 ? place : -place - 1;
  }
}
