package io.wattune.core.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SensitivityMetricTest {
  private static final CounterValue SAID =
      new CounterValue(CounterName.IC_ACTIVITY, CounterUnit.FRACTION, CounterKind.MEAN, 0.8125);

  private static CounterReading reading(List<CounterValue> values) {
    return new CounterReading("n/g", 0, 0, 1_000_000_000, null, null, null, values, false);
  }

  @Test
  void activityThatTheDeviceSaysNeedsNoBytes() {
    assertThat(SensitivityMetric.IC_ACTIVITY.of(reading(List.of(SAID)), RegisterFile.GCN1))
        .hasValue(0.8125);
  }

  @Test
  void activityThatTheDeviceSaysCountsBeforeBytes() {
    List<CounterValue> both = new ArrayList<>(Counters.DEVICE_MEMORY.values());
    both.add(SAID);

    assertThat(SensitivityMetric.IC_ACTIVITY.of(reading(both), RegisterFile.GCN1)).hasValue(0.8125);
  }

  @Test
  void activityIsMadeOfBytesWhereTheDeviceDoesNotSayIt() {
    CounterReading bytes = reading(Counters.DEVICE_MEMORY.values());

    assertThat(SensitivityMetric.IC_ACTIVITY.of(bytes, RegisterFile.GCN1)).hasValue(0.9);
    assertThat(SensitivityMetric.IC_ACTIVITY.of(reading(List.of()), RegisterFile.GCN1)).isEmpty();
  }
}
