package io.wattune.core.status;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.counter.WorkSource;
import java.util.HashMap;
import java.util.Map;

/** The most trusted work signal of each device, of the counter readings that were taken. */
final class WorkSeen {
  private final Map<String, WorkSignal> signals = new HashMap<>();
  private boolean isComplete;

  void take(CounterReading reading) {
    WorkSource.of(reading)
        .ifPresent(
            signal ->
                signals.merge(reading.device(), signal, (a, b) -> b.isTrustedBefore(a) ? b : a));
  }

  /** No reading is missing. */
  void complete() {
    isComplete = true;
  }

  WorkStatus of(String device) {
    WorkSignal signal = signals.get(device);
    if (signal != null) {
      return WorkStatus.of(signal);
    }
    return isComplete ? WorkStatus.NONE : WorkStatus.NOT_KNOWN;
  }
}
