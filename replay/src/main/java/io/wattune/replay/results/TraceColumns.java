package io.wattune.replay.results;

import io.wattune.core.power.TruePower;
import io.wattune.replay.report.TrueTrace;
import java.util.Arrays;

/** Growing columns of true power, times strictly increasing. */
final class TraceColumns {
  private long[] times = new long[1024];
  private int[] raw = new int[1024];
  private int[] corrected = new int[1024];
  private int[] error = new int[1024];
  private byte[] quality = new byte[1024];
  private int size;

  /** Adds the samples of a block that are later than all before; others are repeats. */
  void append(TruePower block) {
    for (int i = 0; i < block.samples(); i++) {
      if (size == 0 || block.timesNanos()[i] > times[size - 1]) {
        add(
            block.timesNanos()[i],
            block.rawMilliwatts()[i],
            block.trueMilliwatts()[i],
            block.errorMilliwatts()[i],
            block.qualities()[i]);
      }
    }
  }

  /**
   * These samples, with those of a newer revision in place of all from the newer one's first to its
   * last. A newer profile may have another delay, so that its samples stand at other times: equal
   * times alone would not show which ones it replaces.
   */
  TraceColumns overlaidBy(TraceColumns newer) {
    if (newer.size == 0) {
      return this;
    }
    TraceColumns merged = new TraceColumns();
    int i = 0;
    while (i < size && times[i] < newer.times[0]) {
      merged.addFrom(this, i++);
    }
    for (int j = 0; j < newer.size; j++) {
      merged.addFrom(newer, j);
    }
    while (i < size) {
      if (times[i] > newer.times[newer.size - 1]) {
        merged.addFrom(this, i);
      }
      i++;
    }
    return merged;
  }

  TrueTrace toTrace() {
    return new TrueTrace(
        Arrays.copyOf(times, size),
        Arrays.copyOf(raw, size),
        Arrays.copyOf(corrected, size),
        Arrays.copyOf(error, size),
        Arrays.copyOf(quality, size));
  }

  private void addFrom(TraceColumns other, int i) {
    add(other.times[i], other.raw[i], other.corrected[i], other.error[i], other.quality[i]);
  }

  private void add(long time, int rawValue, int trueValue, int errorValue, byte qualityValue) {
    if (size == times.length) {
      int capacity = Math.max(1024, Math.multiplyExact(size, 2));
      times = Arrays.copyOf(times, capacity);
      raw = Arrays.copyOf(raw, capacity);
      corrected = Arrays.copyOf(corrected, capacity);
      error = Arrays.copyOf(error, capacity);
      quality = Arrays.copyOf(quality, capacity);
    }
    times[size] = time;
    raw[size] = rawValue;
    corrected[size] = trueValue;
    error[size] = errorValue;
    quality[size] = qualityValue;
    size++;
  }
}
