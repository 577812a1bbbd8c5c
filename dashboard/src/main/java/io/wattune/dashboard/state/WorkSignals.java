package io.wattune.dashboard.state;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.counter.WorkSource;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a device's work is known from. Not thread safe. */
final class WorkSignals {
  /** Programs report work each second, servers are read each few seconds. */
  private static final long COUNTS_NANOS = 60_000_000_000L;

  private final Map<WorkSignal, Long> seenNanos = new EnumMap<>(WorkSignal.class);

  void take(CounterReading reading) {
    WorkSource.of(reading)
        .ifPresent(signal -> seenNanos.merge(signal, reading.endNanos(), Math::max));
  }

  /** The most trusted one of the last minute; null where nothing has reported work. */
  @Nullable WorkSignal at(long nowNanos) {
    for (Map.Entry<WorkSignal, Long> each : seenNanos.entrySet()) {
      if (nowNanos - each.getValue() <= COUNTS_NANOS) {
        return each.getKey();
      }
    }
    return null;
  }

  /** For so long a device must have been looked at before it can be said that nothing reports. */
  static boolean isLongEnough(long lookedNanos) {
    return lookedNanos >= COUNTS_NANOS;
  }
}
