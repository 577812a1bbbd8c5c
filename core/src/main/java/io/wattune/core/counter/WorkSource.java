package io.wattune.core.counter;

import java.util.Optional;

/** Where the work that a counter reading carries is known from. Test: {@code WorkSourceTest}. */
public final class WorkSource {
  private WorkSource() {}

  /** Its work signal; empty where it carries no work, and its counters say none either. */
  public static Optional<WorkSignal> of(CounterReading reading) {
    if (reading.value(CounterName.WORK).isPresent()) {
      WorkSignal signal = reading.workSignal();
      return Optional.of(signal == null ? WorkSignal.PROGRAM : signal);
    }
    return CounterWork.rates(reading).isKnown()
        ? Optional.of(WorkSignal.COUNTERS)
        : Optional.empty();
  }
}
