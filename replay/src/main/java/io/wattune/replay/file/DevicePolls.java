package io.wattune.replay.file;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The polls of one device while a file is read. Two power columns compete: the preferred one is
 * taken as soon as it has one value, and the fallback is then forgotten.
 */
final class DevicePolls {
  private final String id;
  private final String model;
  private final boolean wanted;
  private final LongStream.Builder times = LongStream.builder();
  private final IntStream.Builder preferred = IntStream.builder();
  private IntStream.@Nullable Builder fallback = IntStream.builder();
  private int polls;
  private long preferredReadings;
  private long fallbackReadings;

  DevicePolls(String id, String model, boolean wanted) {
    this.id = id;
    this.model = model;
    this.wanted = wanted;
  }

  void add(long timeNanos, int preferredValue, int fallbackValue) {
    times.add(timeNanos);
    polls++;
    if (fallback != null) {
      if (preferredValue == PollBlock.MISSING) {
        fallback.add(fallbackValue);
        fallbackReadings += fallbackValue == PollBlock.MISSING ? 0 : 1;
        return;
      }
      for (int i = 1; i < polls; i++) {
        preferred.add(PollBlock.MISSING);
      }
      fallback = null;
    }
    preferred.add(preferredValue);
    preferredReadings += preferredValue == PollBlock.MISSING ? 0 : 1;
  }

  String id() {
    return id;
  }

  boolean isWanted() {
    return wanted;
  }

  /** Whether the fallback column still matters. */
  boolean needsFallback() {
    return fallback != null;
  }

  int polls() {
    return polls;
  }

  long readings() {
    return fallback == null ? preferredReadings : fallbackReadings;
  }

  /** All of them; once, after the last. */
  DeviceTrace trace(String preferredSignal, String fallbackSignal) {
    IntStream.Builder values = fallback == null ? preferred : fallback;
    String signal = fallback == null ? preferredSignal : fallbackSignal;
    return new DeviceTrace(
        id, signal, PowerUnit.MILLIWATTS, times.build().toArray(), values.build().toArray(), model);
  }
}
