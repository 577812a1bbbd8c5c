package io.wattune.replay.file;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import org.jspecify.annotations.Nullable;

/**
 * The polls of one device while a file is read. Two power columns compete: the preferred one is
 * taken as soon as it has one value, and the fallback is then forgotten.
 */
final class DevicePolls {
  private final String id;
  private final String model;
  private final boolean wanted;
  private final LongColumn times = new LongColumn();
  private final IntColumn preferred = new IntColumn();
  private @Nullable IntColumn fallback = new IntColumn();
  private long preferredReadings;
  private long fallbackReadings;

  DevicePolls(String id, String model, boolean wanted) {
    this.id = id;
    this.model = model;
    this.wanted = wanted;
  }

  void add(long timeNanos, int preferredValue, int fallbackValue) {
    if (fallback != null) {
      if (preferredValue == PollBlock.MISSING) {
        fallback.add(fallbackValue);
        fallbackReadings += fallbackValue == PollBlock.MISSING ? 0 : 1;
        times.add(timeNanos);
        return;
      }
      preferred.fill(PollBlock.MISSING, times.size());
      fallback = null;
    }
    times.add(timeNanos);
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
    return times.size();
  }

  long readings() {
    return fallback == null ? preferredReadings : fallbackReadings;
  }

  DeviceTrace trace(String preferredSignal, String fallbackSignal) {
    IntColumn values = fallback == null ? preferred : fallback;
    String signal = fallback == null ? preferredSignal : fallbackSignal;
    return new DeviceTrace(
        id, signal, PowerUnit.MILLIWATTS, times.toArray(), values.toArray(), model);
  }
}
