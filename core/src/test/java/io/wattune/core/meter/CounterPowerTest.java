package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.reading.EnergyColumn;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CounterPowerTest {
  private static final long MILLI = 1_000_000L;

  /** As of a package with units of 2^-16 J: the kernel cuts them to 15.258 uJ. */
  private static final long RANGE = 65_532_610_987L;

  private final CounterPower power = new CounterPower(RANGE, 2_000);

  @Test
  void powerIsTheMeanBetweenTwoPolls() {
    assertThat(power.microjoules()).isEqualTo(EnergyColumn.MISSING);
    power.accept(0, 5_000_000);
    assertThat(power.meanWatts()).as("one poll says nothing").isNaN();
    assertThat(power.microjoules()).isEqualTo(5_000_000);

    power.accept(100 * MILLI, 25_000_000);

    assertThat(power.meanWatts()).isEqualTo(200);
    assertThat(power.microjoules()).isEqualTo(25_000_000);
  }

  @Test
  void aWrapIsUndoneByTheRangeThatTheDriverStates() {
    power.accept(0, RANGE - 4_000_000);
    power.accept(100 * MILLI, 6_000_000);

    assertThat(power.meanWatts()).isEqualTo(100);
    assertThat(power.microjoules()).isEqualTo(RANGE + 6_000_000);
  }

  @Test
  void aCounterThatWasSetBackIsNoWrap() {
    power.accept(0, 30_000_000_000L);
    power.accept(100 * MILLI, 1_000_000);

    assertThat(power.meanWatts()).isNaN();
    assertThat(power.microjoules()).as("a step back, which the ledger sees").isZero();
    power.accept(200 * MILLI, 21_000_000);
    assertThat(power.meanWatts()).isEqualTo(200);
    assertThat(power.microjoules()).isEqualTo(20_000_000);
  }

  /** A firmware that starts anew may go on anywhere: 1 kJ in 10 ms are nobody's energy. */
  @Test
  void aStepAheadByMoreThanTheDeviceTakesIsNoEnergy() {
    power.accept(0, 1_000_000);
    power.accept(10 * MILLI, 1_001_000_000);

    assertThat(power.meanWatts()).isNaN();
    assertThat(power.microjoules()).as("a step back, which the ledger sees").isZero();
    power.accept(20 * MILLI, 1_003_000_000);
    assertThat(power.meanWatts()).isEqualTo(200);
    assertThat(power.microjoules()).isEqualTo(2_000_000);
  }

  /** Two polls just before and just after an update see all that it adds. */
  @Test
  void anUpdateBetweenTwoPollsIsEnergyHoweverCloseTheyAre() {
    power.accept(0, 1_000_000);
    power.accept(MILLI / 100, 11_000_000);

    assertThat(power.microjoules()).isEqualTo(11_000_000);
  }

  @Test
  void aStepBackByLittleIsNoWrap() {
    power.accept(0, 30_000_000_000L);
    power.accept(100 * MILLI, 29_999_000_000L);

    assertThat(power.meanWatts()).isNaN();
    assertThat(power.microjoules()).as("a step back, which the ledger sees").isZero();
  }

  @Test
  void pollsBetweenWhichTwoWrapsCouldHideSayNothing() {
    assertThat(power.longestApartNanos()).isEqualTo(16_383_152_746L);
    power.accept(0, 1_000_000);
    power.accept(power.longestApartNanos() + 1, 2_000_000);

    assertThat(power.meanWatts()).isNaN();
    assertThat(power.microjoules()).as("a step back, which the ledger sees").isZero();
  }

  @Test
  void aClockThatStandsStillOrGoesBackSaysNothing() {
    power.accept(1_000 * MILLI, 1_000_000);
    power.accept(1_000 * MILLI, 2_000_000);
    assertThat(power.meanWatts()).isNaN();
    power.accept(900 * MILLI, 3_000_000);
    assertThat(power.meanWatts()).isNaN();
    power.accept(1_000 * MILLI, 13_000_000);
    assertThat(power.meanWatts()).isEqualTo(100);
  }

  @Test
  void aFrozenCounterIsZeroPowerAndItsEnergyStandsStill() {
    power.accept(0, 7);
    power.accept(100 * MILLI, 7);

    assertThat(power.meanWatts()).isZero();
    assertThat(power.microjoules()).isEqualTo(7);
  }

  /** Readings times their windows are what was counted, over any number of wraps, exactly. */
  @Property(tries = 200)
  void readingsAddUpToWhatWasCounted(
      @ForAll @LongRange(min = 0, max = RANGE - 1) long start,
      @ForAll @Size(min = 1, max = 300) List<@IntRange(min = 1, max = 15_000) Integer> apartMillis,
      @ForAll @DoubleRange(min = 0, max = 1_999) double watts) {
    var counter = new CounterPower(RANGE, 2_000);
    long time = 0;
    long truth = start;
    double sum = 0;
    counter.accept(time, start);
    for (int millis : apartMillis) {
      time += millis * MILLI;
      truth += (long) (watts * millis * 1_000);
      counter.accept(time, truth % RANGE);
      sum += counter.meanWatts() * millis * 1_000;
    }

    assertThat(counter.microjoules()).isEqualTo(truth);
    // Each product rounds by a few parts in 1e16.
    assertThat(sum).isCloseTo(truth - start, within(1e-9 * (truth - start) + 1e-6));
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> new CounterPower(0, 100)).hasMessageContaining("were 0 and 100.0");
    assertThatThrownBy(() -> new CounterPower(1, Double.NaN)).hasMessageContaining("NaN");
  }
}
