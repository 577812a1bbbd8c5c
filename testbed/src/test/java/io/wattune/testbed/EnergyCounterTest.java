package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class EnergyCounterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private final TruePowerCurve curve =
      TruePowerCurve.startingAt(0, 50).level(2 * SECOND, 300).level(7 * SECOND, 60).build();

  @Test
  void countsTheEnergyUpToItsNewestUpdate() {
    EnergyCounter counter = counter();

    for (long time = 100 * MILLI; time < 10 * SECOND; time += 77 * MILLI) {
      double counted = counter.statedMicrojoules(time) * 1e-6 - 12_345.678;
      double truth = curve.energyJoules(0, time);
      // A period of 20 ms late at most, and a millijoule.
      assertThat(counted).isBetween(truth - 0.02 * 300 - 0.001, truth + 1e-6);
    }
  }

  @Test
  void anAmdCounterWrapsAndItsLibraryGivesTooMuch() {
    // 2^32 counts of 15.2588 uJ are 65,536 J: after 60,000 J at 300 W in less than 20 s.
    var hot = TruePowerCurve.startingAt(0, 300).build();
    var counter = new EnergyCounter(hot, CounterParameters.amd32(), List.of(), 0, 1);

    long before = counter.counts(18 * SECOND);
    long after = counter.counts(19 * SECOND);
    long between = after - before + (1L << 32);

    assertThat(after).isLessThan(before);
    // An update of 1 ms.
    assertThat(between / 65_536.0).isCloseTo(300, within(0.31));
    double stated =
        (counter.statedMicrojoules(10 * SECOND) - counter.statedMicrojoules(SECOND)) * 1e-6;
    assertThat(stated / (9 * 300)).isCloseTo(15.3 * 65_536 / 1e6, within(2e-4));
  }

  @Test
  void aFrozenCounterNeverCountsWhatItMissed() {
    EnergyCounter counter = counter(new CounterFault.Freeze(3 * SECOND, 5 * SECOND));

    assertThat(counter.counts(5 * SECOND - 1)).isEqualTo(counter.counts(3 * SECOND + 30 * MILLI));
    double counted =
        (counter.statedMicrojoules(9 * SECOND) - counter.statedMicrojoules(SECOND)) * 1e-6;
    // Two updates of 20 ms at most.
    assertThat(counted).isCloseTo(curve.energyJoules(SECOND, 9 * SECOND) - 600, within(6.0));
  }

  @Test
  void stepsBackAndBeginsAgain() {
    EnergyCounter counter =
        counter(new CounterFault.Reset(8 * SECOND), new CounterFault.StepBack(4 * SECOND, 500));

    double acrossStep =
        (counter.statedMicrojoules(5 * SECOND) - counter.statedMicrojoules(3 * SECOND)) * 1e-6;
    assertThat(acrossStep).isCloseTo(600 - 500, within(6.0));
    assertThat(counter.statedMicrojoules(9 * SECOND) * 1e-6).isCloseTo(60, within(1.2));
  }

  @Test
  void refusesWhatNoCounterIs() {
    assertThatThrownBy(() -> new CounterParameters(1, 1, 1, 64, 1, 0)).hasMessageContaining("bits");
    assertThatThrownBy(() -> new CounterParameters(0, 1, 1, 32, 1, 0))
        .hasMessageContaining("updatePeriodNanos");
    assertThatThrownBy(() -> new CounterFault.Freeze(5, 5)).hasMessageContaining("toNanos");
    assertThatThrownBy(() -> new CounterFault.StepBack(5, 0)).hasMessageContaining("joules");
  }

  private EnergyCounter counter(CounterFault... faults) {
    return new EnergyCounter(curve, CounterParameters.nvml(), List.of(faults), 0, 3);
  }
}
