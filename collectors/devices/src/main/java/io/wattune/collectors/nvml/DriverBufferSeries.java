package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.DriverSamples;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** What the driver's buffer of power held over some time, by the driver's times. For one thread. */
final class DriverBufferSeries {
  private static final long NANOS_PER_MICRO = 1000;

  private final TreeMap<Long, Long> byMicros = new TreeMap<>();
  private boolean isContradictory;

  /** The buffer once more: a reading that is handed out again is the same reading. */
  void add(DriverSamples samples) {
    for (int i = 0; i < samples.size(); i++) {
      Long before = byMicros.putIfAbsent(samples.micros(i), samples.value(i));
      isContradictory |=
          samples.micros(i) <= 0 || (before != null && before.longValue() != samples.value(i));
    }
  }

  int size() {
    return byMicros.size();
  }

  /** Whether a time was that of two readings, or none. */
  boolean isContradictory() {
    return isContradictory;
  }

  long newestMicros() {
    return byMicros.lastKey();
  }

  boolean has(long value) {
    return byMicros.containsValue(value);
  }

  /** From one reading to the next, the median, in nanoseconds. */
  long spacingNanos() {
    return median(byMicros.keySet().stream().mapToLong(micros -> micros).toArray());
  }

  /** From one new value to the next, the median, in nanoseconds; of few values the longest time. */
  long newValueNanos() {
    long[] changes = new long[byMicros.size()];
    int count = 0;
    long last = Long.MIN_VALUE;
    for (Map.Entry<Long, Long> each : byMicros.entrySet()) {
      if (each.getValue() != last) {
        changes[count++] = each.getKey();
        last = each.getValue();
      }
    }
    return median(Arrays.copyOf(changes, count));
  }

  /** Median of the times between; the longest time there is where there are none. */
  private static long median(long[] micros) {
    if (micros.length < 2) {
      return Long.MAX_VALUE;
    }
    long[] between = new long[micros.length - 1];
    Arrays.setAll(between, i -> micros[i + 1] - micros[i]);
    Arrays.sort(between);
    return between[between.length / 2] * NANOS_PER_MICRO;
  }
}
