package io.wattune.core.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterComponentsTest {

  @Test
  void countsAreEventsASecondAndBusyTimeIsThatOfActiveLanes() {
    CounterComponents.Activities activities =
        of(
            value("VALUBusy", CounterUnit.FRACTION, CounterKind.MEAN, 0.8),
            value("VALUUtilization", CounterUnit.FRACTION, CounterKind.MEAN, 0.5),
            value("MemUnitStalled", CounterUnit.FRACTION, CounterKind.MEAN, 0.1),
            value("VGPRs", CounterUnit.COUNT, CounterKind.LAST, 24),
            value("ReadBytes", CounterUnit.BYTES, CounterKind.INCREASE, 6e9),
            value("PeakBytes", CounterUnit.BYTES, CounterKind.INCREASE, 9e9),
            value("Work", CounterUnit.WORK, CounterKind.INCREASE, 7));
    assertThat(activities.names()).containsExactly("vector units", "memory reads");
    // Two seconds: of 0.8 times 0.5, and of 6e9 bytes.
    assertThat(activities.rates()).containsExactly(0.4, 3e9);
    assertThat(activities.isCoarse()).isFalse();
  }

  @Test
  void ofTheMemoryTheFinestCounterIsTaken() {
    CounterComponents.Activities activities =
        of(
            value("utilization.gpu", CounterUnit.FRACTION, CounterKind.LAST, 0.9),
            value("utilization.memory", CounterUnit.FRACTION, CounterKind.LAST, 0.4),
            value("ICActivity", CounterUnit.FRACTION, CounterKind.MEAN, 0.3),
            value("Occupancy", CounterUnit.FRACTION, CounterKind.MEAN, 0.7));
    assertThat(activities.counters()).containsExactly("utilization.gpu", "ICActivity");
    assertThat(activities.isCoarse()).isTrue();
  }

  @Test
  void pipesMakeTheBusiestOfThemNeedless() {
    CounterComponents.Activities activities =
        of(
            value("gpm.fp32_util", CounterUnit.FRACTION, CounterKind.MEAN, 0.2),
            value("gpm.any_tensor_util", CounterUnit.FRACTION, CounterKind.MEAN, 0.6),
            value("VALUBusy", CounterUnit.FRACTION, CounterKind.MEAN, 0.6),
            value("clocks_event_reasons.hw_slowdown", CounterUnit.FRACTION, CounterKind.LAST, 1));
    assertThat(activities.names()).containsExactly("gpm.fp32_util", "gpm.any_tensor_util");
  }

  private static CounterComponents.Activities of(CounterValue... values) {
    return CounterComponents.of(
        new CounterReading("n/g", 0, 0, 2_000_000_000L, null, null, null, List.of(values), false));
  }

  private static CounterValue value(
      String counter, CounterUnit unit, CounterKind kind, double value) {
    return new CounterValue(counter, unit, kind, value);
  }
}
