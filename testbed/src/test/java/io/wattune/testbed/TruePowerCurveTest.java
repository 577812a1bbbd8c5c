package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class TruePowerCurveTest {
  private static final long SECOND = 1_000_000_000L;

  /** Double arithmetic on some hundred joules. */
  private static final double ROUNDING = 1e-9;

  private final TruePowerCurve curve =
      TruePowerCurve.startingAt(10 * SECOND, 20)
          .level(12 * SECOND, 100)
          .ramp(15 * SECOND, 100, 17 * SECOND, 40)
          .build();

  @Test
  void integratesLevelsAndRampsExactly() {
    // 2 s of 20 W, 3 s of 100 W, a ramp of 2 s with a mean of 70 W, 1 s of 40 W.
    assertThat(curve.energyJoules(10 * SECOND, 18 * SECOND))
        .isCloseTo(40 + 300 + 140 + 40, within(ROUNDING));
    // Half of the ramp: from 100 to 70 W.
    assertThat(curve.energyJoules(15 * SECOND, 16 * SECOND)).isCloseTo(85, within(ROUNDING));
  }

  @Test
  void holdsItsFirstLevelBeforeItStarts() {
    assertThat(curve.powerWatts(3 * SECOND)).isEqualTo(20);
    assertThat(curve.energyJoules(0, 10 * SECOND)).isCloseTo(200, within(ROUNDING));
  }

  @Test
  void holdsItsFirstLevelBeforeItStartsEvenIfItStartsWithARamp() {
    var ramp = TruePowerCurve.startingAt(0, 10).ramp(1, 10, 1 + SECOND, 20).build();

    assertThat(ramp.powerWatts(-SECOND)).isEqualTo(10);
    assertThat(ramp.energyJoules(-SECOND, 0)).isCloseTo(10, within(ROUNDING));
  }

  @Test
  void showsThePowerAfterAJump() {
    assertThat(curve.powerWatts(12 * SECOND - 1)).isEqualTo(20);
    assertThat(curve.powerWatts(12 * SECOND)).isEqualTo(100);
  }

  @Test
  void refusesSegmentsOutOfOrder() {
    var builder = TruePowerCurve.startingAt(SECOND, 20);

    assertThatThrownBy(() -> builder.level(SECOND, 30)).hasMessageContaining("order of time");
    assertThatThrownBy(() -> builder.level(2 * SECOND, Double.NaN)).hasMessageContaining("NaN");
  }

  @Property
  void energyAddsUpOverAnySplit(
      @ForAll @LongRange(min = 0, max = 30) long a,
      @ForAll @LongRange(min = 0, max = 30) long b,
      @ForAll @LongRange(min = 0, max = 30) long c) {
    long low = Math.min(a, Math.min(b, c)) * SECOND;
    long high = Math.max(a, Math.max(b, c)) * SECOND;
    long middle = (a + b + c) * SECOND - low - high;

    assertThat(curve.energyJoules(low, middle) + curve.energyJoules(middle, high))
        .isCloseTo(curve.energyJoules(low, high), within(ROUNDING));
  }
}
