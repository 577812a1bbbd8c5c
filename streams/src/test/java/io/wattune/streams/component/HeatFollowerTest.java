package io.wattune.streams.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.core.thermal.sensor.SensorDoubt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeatFollowerTest {
  private static final long TENTH = 100_000_000L;
  private static final String DEVICE = "n/gpu-0";

  private final List<HeatRecord> told = new ArrayList<>();
  private long nanos = 1_000_000_000_000L;

  private void run(HeatFollower follower, int tenths, double watts, double celsius) {
    for (int i = 0; i < tenths; i++) {
      nanos += TENTH;
      if (i % 10 == 0) {
        follower.counters(temperature(celsius + i / 10));
      }
      follower.power(power(watts, watts - 20)).ifPresent(told::add);
    }
  }

  @Test
  void aHotSpotThatTheDeviceShowsIsTheHotSpot() {
    var follower = new HeatFollower(List.of());
    for (int i = 0; i < 600; i++) {
      nanos += TENTH;
      if (i % 10 == 0) {
        follower.counters(
            reading(
                List.of(
                    celsius("Temperature", 60),
                    celsius("JunctionTemperature", 78),
                    celsius("MemoryTemperature", 90))));
      }
      follower.power(power(200, 180.0)).ifPresent(told::add);
    }
    HeatRecord last = told.get(told.size() - 1);
    // The edge is the sensor, and both are shown in steps of a kelvin.
    assertThat(last.reading().sensor().orElseThrow().celsius()).isBetween(59.0, 61.0);
    assertThat(last.reading().aboveSensor().celsius()).isBetween(17.0, 19.0);
    assertThat(last.reading().aboveSensor().standardError()).isLessThan(2);

    // Without it, the hot spot is what the plan makes of the power again.
    for (int i = 0; i < 100; i++) {
      nanos += TENTH;
      if (i % 10 == 0) {
        follower.counters(reading(List.of(celsius("Temperature", 60))));
      }
      follower.power(power(200, 180.0)).ifPresent(told::add);
    }
    HeatRecord guessed = told.get(told.size() - 1);
    assertThat(guessed.reading().aboveSensor().standardError()).isGreaterThan(2);
  }

  private static CounterValue celsius(String counter, double value) {
    return new CounterValue(counter, CounterUnit.CELSIUS, CounterKind.LAST, value);
  }

  private CounterReading temperature(double celsius) {
    return reading(List.of(celsius("temperature.gpu", celsius)));
  }

  private CounterReading reading(List<CounterValue> values) {
    return new CounterReading(DEVICE, nanos, nanos - TENTH, nanos, null, null, null, values, false);
  }

  private ComponentPower power(double total, @Nullable Double fp) {
    return new ComponentPower(
        DEVICE,
        nanos - TENTH,
        nanos,
        null,
        null,
        total,
        1,
        fp == null ? null : new ComponentWatts("idle", total - fp, 1, List.of(), List.of()),
        fp == null ? List.of() : List.of(new ComponentWatts("FP", fp, 1, List.of(), List.of())),
        DEVICE,
        1,
        Quality.CORRECTED,
        List.of(),
        List.of());
  }

  @Test
  void aDeviceIsToldOnceASecondOnAGenericPlanThatGrowsWithItsPower() {
    var follower = new HeatFollower(List.of());
    run(follower, 50, 40, 50);
    run(follower, 100, 250, 50);

    assertThat(told).hasSizeBetween(14, 16);
    HeatRecord newest = told.get(told.size() - 1);
    assertThat(newest.isPlanGiven()).isFalse();
    assertThat(newest.quality()).isEqualTo(Quality.ESTIMATED);
    assertThat(newest.reading().doubt()).isEqualTo(SensorDoubt.NONE);
    assertThat(newest.reading().hotSpot()).contains("EXE_");
    assertThat(newest.reading().aboveSensor().celsius()).isPositive();
    assertThat(width(newest)).isGreaterThan(1.5 * width(told.get(2)));
  }

  private static double width(HeatRecord heat) {
    return heat.reading().blocks().stream()
        .mapToDouble(each -> each.block().right())
        .max()
        .orElseThrow();
  }

  @Test
  void aGivenPlanIsTakenAndItsQualityIsThatOfPower() {
    String plan = "core 0.01 0.005 0 0\nmem 0.01 0.005 0 0.005\n";
    var given =
        new GivenPlan("n/*", "mine.flp", plan, null, Map.of("FP", Map.of("core", 1.0)), "mem");
    run(new HeatFollower(List.of(given)), 60, 60, 50);

    HeatRecord newest = told.get(told.size() - 1);
    assertThat(newest.plan()).isEqualTo("mine.flp");
    assertThat(newest.sensorBlock()).contains("mem");
    assertThat(newest.quality()).isEqualTo(Quality.CORRECTED);
    assertThat(newest.reading().hotSpot()).isEqualTo("core");
    assertThat(newest.reading().blocks()).hasSize(2);
  }

  @Test
  void withoutATemperatureQualityIsInvalidAndNothingIsShown() {
    var follower = new HeatFollower(List.of());
    nanos += TENTH;
    HeatRecord first = follower.power(power(100, null)).orElseThrow();
    assertThat(first.quality()).isEqualTo(Quality.INVALID);
    assertThat(first.reading().blocks()).isEmpty();
  }

  @Test
  void aClockThatIsSetBackBeginsAnew() {
    var follower = new HeatFollower(List.of());
    run(follower, 30, 100, 50);
    nanos -= 3600 * 10 * TENTH;
    told.clear();
    run(follower, 30, 100, 50);
    assertThat(told).hasSizeBetween(2, 4);
    assertThat(told.get(told.size() - 1).reading().blocks()).isNotEmpty();
  }
}
