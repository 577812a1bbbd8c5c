package io.wattune.collectors.nvml.library;

import java.util.Arrays;

/** Samples that the driver has kept, in its order. For one thread; grows as it must. */
public final class DriverSamples {
  private long[] micros = new long[128];
  private long[] values = new long[128];
  private int size;

  public DriverSamples() {}

  /** Number of samples. */
  public int size() {
    return size;
  }

  /** The driver's time of a sample, in microseconds of a clock that it does not name. */
  public long micros(int index) {
    return micros[index];
  }

  /** Value of a sample. */
  public long value(int index) {
    return values[index];
  }

  /** Forgets all. */
  public void clear() {
    size = 0;
  }

  /** Adds one. */
  public void add(long newMicros, long value) {
    if (size == micros.length) {
      micros = Arrays.copyOf(micros, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    micros[size] = newMicros;
    values[size++] = value;
  }
}
