package io.wattune.core.sensitivity;

import static io.wattune.core.sensitivity.SensitivityBin.HIGH;
import static io.wattune.core.sensitivity.SensitivityBin.LOW;
import static io.wattune.core.sensitivity.SensitivityBin.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class BinsTest {
  private static final Bins BARE = new Bins(0.3, 0.7, 0);
  private static final Bins BINS = Bins.DEFAULT;

  @Test
  void theFirstValueMeetsTheBareEdges() {
    assertThat(BINS.next(null, 0.29)).isEqualTo(LOW);
    assertThat(BINS.next(null, 0.3)).isEqualTo(MEDIUM);
    assertThat(BINS.next(null, 0.7)).isEqualTo(MEDIUM);
    assertThat(BINS.next(null, 0.71)).isEqualTo(HIGH);
  }

  @Test
  void anEdgeIsCrossedWithThreePointsToSpare() {
    assertThat(BINS.next(LOW, 0.32)).isEqualTo(LOW);
    assertThat(BINS.next(LOW, 0.34)).isEqualTo(MEDIUM);
    assertThat(BINS.next(MEDIUM, 0.28)).isEqualTo(MEDIUM);
    assertThat(BINS.next(MEDIUM, 0.26)).isEqualTo(LOW);
    assertThat(BINS.next(MEDIUM, 0.72)).isEqualTo(MEDIUM);
    assertThat(BINS.next(MEDIUM, 0.74)).isEqualTo(HIGH);
    assertThat(BINS.next(HIGH, 0.68)).isEqualTo(HIGH);
    assertThat(BINS.next(HIGH, 0.66)).isEqualTo(MEDIUM);
  }

  @Test
  void aStepAcrossBothEdgesIsTakenAtOnce() {
    assertThat(BINS.next(LOW, 1)).isEqualTo(HIGH);
    assertThat(BINS.next(HIGH, 0)).isEqualTo(LOW);
    assertThat(BINS.next(LOW, 0.72)).isEqualTo(MEDIUM);
    assertThat(BINS.next(HIGH, 0.28)).isEqualTo(MEDIUM);
  }

  @Property
  void withoutHysteresisTheBinDoesNotDependOnTheOneBefore(
      @ForAll SensitivityBin before, @ForAll @Scale(6) @DoubleRange(max = 1) double value) {
    assertThat(BARE.next(before, value)).isEqualTo(BARE.next(null, value));
  }

  @Property
  void aBinIsKeptWhileValuesMoveLessThanTheHysteresis(
      @ForAll SensitivityBin before,
      @ForAll @Scale(6) @DoubleRange(max = 1) double value,
      @ForAll @Scale(6) @DoubleRange(min = -0.0599, max = 0.0599) double move) {
    SensitivityBin bin = BINS.next(before, value);
    SensitivityBin moved = BINS.next(bin, value + move);

    // Both edges of the dead band are 0.06 apart: what has crossed one way does not cross back.
    if (moved != bin) {
      assertThat(BINS.next(moved, value + move - Math.copySign(0.0599, move))).isEqualTo(moved);
    }
  }

  @Test
  void refusesEdgesThatOverlap() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Bins(0.7, 0.3, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Bins(0.3, 0.7, 0.2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Bins(0.3, 0.7, -0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Bins(0.02, 0.7, 0.03));
    assertThatIllegalArgumentException().isThrownBy(() -> new Bins(0.3, 0.98, 0.03));
    assertThatIllegalArgumentException().isThrownBy(() -> new Bins(Double.NaN, 0.7, 0));
  }
}
