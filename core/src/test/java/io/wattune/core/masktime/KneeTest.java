package io.wattune.core.masktime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class KneeTest {
  private static final Offset<Double> ROUNDING = within(1e-12);
  private static final int[] UNITS = {15, 5};
  private static final double[] SHARES = {0.5 / 15, 0.5 / 5};

  private static double join(Knee knee, double device, double engine) {
    return knee.join(UNITS, SHARES, device, engine);
  }

  @Test
  void withoutLimitsTheLargestShareIsAll() {
    for (Knee knee : Knee.values()) {
      assertThat(join(knee, 0, 0)).as("%s", knee).isEqualTo(0.1);
    }
  }

  @Test
  void roundKneesAreAboveTheLargerByAsMuchAsIsSaid() {
    assertThat(join(Knee.SHARP, 0.1, 0)).isEqualTo(0.1);
    assertThat(join(Knee.ROUND, 0.1, 0)).isCloseTo(0.1 * Math.pow(2, 0.25), ROUNDING);
    assertThat(join(Knee.SOFT, 0.1, 0)).isCloseTo(0.1 * Math.sqrt(2), ROUNDING);
    // Two engines do the work of one in half of its time.
    assertThat(join(Knee.SHARP, 0, 0.3)).isCloseTo(0.15, ROUNDING);
  }

  /**
   * Memory keeps up with 10 of 20 units: both engines run at half of their rates until the first
   * has done its half of the work, at 2 (0.5 / 15); the other has done 1/6 then, and does the rest
   * at full rate.
   */
  @Test
  void enginesShareTheDevicesLimitUntilOneEnds() {
    double first = 2 * 0.5 / 15;
    double rest = (0.5 - first * 2.5) / 5;

    assertThat(join(Knee.SHARED, 1 / 10.0, 0)).isCloseTo(first + rest, ROUNDING);
    // An engine's limit of 8 units: rates 8 and 5, together 13, of which 10 are to be had.
    double slow = 0.5 / 8 * 1.3;
    assertThat(join(Knee.SHARED, 1 / 10.0, 1 / 8.0))
        .isCloseTo(slow + (0.5 - 5 * 0.5 / 8) / 5, ROUNDING);
  }

  @Test
  void aLimitThatIsNotMetChangesNothing() {
    assertThat(join(Knee.SHARED, 1 / 21.0, 1 / 16.0)).isCloseTo(0.1, ROUNDING);
    assertThat(join(Knee.SHARP, 1 / 21.0, 1 / 16.0)).isEqualTo(0.1);
  }
}
