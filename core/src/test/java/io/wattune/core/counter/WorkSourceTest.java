package io.wattune.core.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkSourceTest {
  private static final CounterValue WORK =
      new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, 12);
  private static final CounterValue BUSY =
      new CounterValue(CounterName.VALU_BUSY, CounterUnit.FRACTION, CounterKind.MEAN, 0.9);
  private static final CounterValue CLOCK =
      new CounterValue(CounterName.SM_CLOCK, CounterUnit.HERTZ, CounterKind.LAST, 1.2e9);

  @Test
  void reportedWorkSaysWhoReportsItAndIsTheProgramsOwnWhereItDoesNot() {
    assertThat(WorkSource.of(reading(WorkSignal.SERVER, WORK))).contains(WorkSignal.SERVER);
    assertThat(WorkSource.of(reading(null, WORK, BUSY, CLOCK))).contains(WorkSignal.PROGRAM);
  }

  @Test
  void countersAreASignalWhereTheyGiveARate() {
    assertThat(WorkSource.of(reading(null, BUSY, CLOCK))).contains(WorkSignal.COUNTERS);
    assertThat(WorkSource.of(reading(null, BUSY))).as("no clock").isEmpty();
    assertThat(WorkSource.of(reading(null))).isEmpty();
  }

  private static CounterReading reading(@Nullable WorkSignal signal, CounterValue... values) {
    return new CounterReading(
        "n/a", 0, 0, 1_000_000_000L, null, null, null, List.of(values), false, signal, Map.of());
  }
}
